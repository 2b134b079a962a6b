"""HTML, SVG and words for everything that can be shown."""
