"""The ground under everything: database, files, caches, messages, logs, names, commands."""
