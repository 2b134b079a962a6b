"""One module for each solver: a function for each question builds a model, `first` and `every` solve any of them."""
