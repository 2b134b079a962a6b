"""One file for each propagator, named after what it does."""
