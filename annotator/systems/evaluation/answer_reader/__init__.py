"""The extractive model that reads long-form answers."""
