"""A lead's first page: the course, what waits, and quality beside its targets."""
