"""Questions and answers: options, solutions, explanations, and delegates that answer in place of the engine."""
