"""The form of log lines, and their number on a full disk."""
