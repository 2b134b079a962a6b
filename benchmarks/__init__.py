"""Benchmarks of csplib and other packages on the same problems: ``python -m benchmarks --help``."""
