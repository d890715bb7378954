"""What log lines look like, and how many there are of a full disk."""
