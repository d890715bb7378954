"""Mails about what waits."""
