"""Questions and answers: options, solutions, explanations, and whoever answers instead of the engine."""
