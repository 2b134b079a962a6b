"""The algorithms of the book, as the book has them."""
