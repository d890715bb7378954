"""What a site is told, checks and says when it starts."""
