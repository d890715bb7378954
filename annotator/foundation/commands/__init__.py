"""What management commands share in the terminal."""
