"""Running the platform for others."""
