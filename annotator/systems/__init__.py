"""What systems answer, how they are scored and where they fail."""
