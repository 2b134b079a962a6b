"""Hard problems, on which a search without learning can take very long: `python -m benchmarks hard`."""
