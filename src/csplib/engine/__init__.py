"""What `solve` runs: propagation to the fixpoint, branching, search, restarts, counting."""
