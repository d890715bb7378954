"""What a score on the hidden split may come from, and what is shown of it."""

from annotator.evaluation.models import Score

READER = "answer_reader"
"""The parameter of a score of ASQA that has the sha256 of this site's reader, if that was used."""

OF_A_READER = frozenset(("QA-F1", "QA-EM", "QA-Hit", "ovscore"))
"""The metrics of ASQA that come from what a reader found in the answers."""

OWN_READER_ALONE = (
    "On the hidden split only this site's own reader counts. Leave out what another one found."
)


def is_read_by_submitter(score: Score) -> bool:
    """Whether metrics come from what the submitter says that a reader found."""
    return READER not in score.parameters and not OF_A_READER.isdisjoint(score.metrics)
