"""HTML, SVG and text for problems, answers and messages."""
