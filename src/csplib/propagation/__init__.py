"""Making domains smaller without losing a solution: the textbook's algorithms, the engine, and the propagators."""
