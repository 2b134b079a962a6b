"""One file for each kind of constraint."""
