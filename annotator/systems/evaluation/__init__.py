"""Scores of systems: predictions compared with what people answered."""
