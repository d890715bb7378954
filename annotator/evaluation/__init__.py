"""Scores of systems: predictions held against what people answered."""
