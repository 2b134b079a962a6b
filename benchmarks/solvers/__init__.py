"""One module for each solver: a function for each question builds a model and returns the function that solves it."""
