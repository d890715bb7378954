"""Trained systems for Natural Questions: training, prediction, and models with their cards."""
