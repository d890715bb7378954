"""A site's settings, checks and messages when it starts."""
