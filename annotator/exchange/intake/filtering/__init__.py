"""Which queries of a log are questions (NQ paper, section 3.1): pure, without Django or spaCy."""
