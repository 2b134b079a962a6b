"""How time and memory grow with the size of a problem: `python -m benchmarks growth`."""
