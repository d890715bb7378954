"""Questions on a text with marked answers, as SQuAD has them, from either data set."""
