"""The algorithms of the textbook: consistency, inferences, heuristics, backtracking, trees, and the trace."""
