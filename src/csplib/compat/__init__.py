"""csplib behind the interfaces of other libraries: each module is imported on its own."""
