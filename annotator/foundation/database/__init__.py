"""How this site speaks to SQLite and PostgreSQL."""
