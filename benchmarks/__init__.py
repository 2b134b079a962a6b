"""csplib side by side with other packages, on the same problems: ``python -m benchmarks --help``."""
