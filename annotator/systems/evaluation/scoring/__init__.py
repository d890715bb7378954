"""Scores of predictions against gold, without a project."""
