"""The base of management commands, and their progress bar."""
