"""Indices and bits: domains, the trail, arcs and propagators. Nothing here knows of names and values."""
