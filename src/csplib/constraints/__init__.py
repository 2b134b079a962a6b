"""What may be said about variables: one module for each kind of constraint."""
