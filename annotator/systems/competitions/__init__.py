"""Competitions on a hidden split, from the invitation to the final table."""
