"""How much a long-form answer may hold: far more than any does, far less than does harm."""

from annotator.material.formats.asqa import MAX_ANSWER_CHARACTERS, MAX_PASSAGE_CHARACTERS

# Those of the format, so that an import takes whatever an export writes.
LONGEST_ANSWER = MAX_ANSWER_CHARACTERS
"""Characters of the answer."""
LONGEST_PIECE = MAX_PASSAGE_CHARACTERS
"""Characters of one knowledge piece."""
MOST_PIECES = 100
MOST_TOKENS = 10_000
"""Tokens of a passage, tags included: more than the longest piece has, even in a table."""
LONGEST_TITLE = 500
"""Characters of a page's title; Wikipedia's own limit is 255 bytes."""
LONGEST_CONCERN = 5_000
"""Characters of a concern about the disambiguations."""
