"""Indices and bits: domains, the trail, arcs and propagators, without names and values."""
