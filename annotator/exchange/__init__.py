"""What comes in and goes out: files, query logs, pages of wikis."""
