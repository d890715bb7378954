"""Names that are compared alike, shown and derived."""
