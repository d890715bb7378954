"""Accounts and projects, what happened in them, and their long work."""
