"""Django's SQLite backend with a fair queue in front of its only writer."""
