"""The scores of ambiguous questions, per cent and numbers of words: see ``Scores``."""

from annotator.systems.evaluation.models import BaselineKind
from annotator.systems.evaluation.scoring.asqa import MOST

METRICS = ("ovscore", "QA-F1", "rougeLsum", "str_em", "QA-EM", "QA-Hit", "length")
RANKING = ("ovscore", "QA-F1", "rougeLsum", "str_em")
WHEN_HIDDEN = METRICS
DECIMALS = 1
PEOPLE_HAVE_INTERVALS = False
COUNTS_REFERENCES = False
PER_CENT = 1.0
EXAMPLE_KEY = "ambiguous_question__key"
BASELINES = (BaselineKind.QUESTION_REPEATED, BaselineKind.RANDOM_RETRIEVAL)


def greatest(metric: str) -> float | None:
    """By the metric."""
    return MOST[metric]


def weight(most: float) -> float:
    """Of means."""
    return most
