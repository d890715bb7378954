"""Running the platform for others: readiness, metrics, backups, unsafe settings."""
