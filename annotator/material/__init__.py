"""Questions, pages and examples, and the official files."""
