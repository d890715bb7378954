"""What all else stands on: database, files, caches, messages, logs, names, commands."""
