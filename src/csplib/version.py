"""The version, in one place."""

__version__: str = "0.1.0"
