"""Kept scores as somebody may see them."""
