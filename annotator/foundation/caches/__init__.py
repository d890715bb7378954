"""Django's caches, in files and on Redis."""
