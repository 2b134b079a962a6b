"""One module for each solver: a function for each family builds a model, and `first` solves any of them."""
