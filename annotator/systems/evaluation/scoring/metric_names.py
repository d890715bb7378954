"""The names of the metrics that come from an extractor, and of the parameter that names it."""

EXTRACTOR = "answer_reader"
"""The parameter of a score of ASQA with the sha256 of this site's extractor, if that was used."""

OF_AN_EXTRACTOR = frozenset(("QA-F1", "QA-EM", "QA-Hit", "ovscore"))
"""The metrics of ASQA that come from what an extractor found in the answers."""
