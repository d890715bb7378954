"""The extractor: a model that looks for answers in long-form answers."""
