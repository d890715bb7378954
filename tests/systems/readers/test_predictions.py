"""Thresholds are those of the official evaluator, by the rule that the lead has chosen."""

from collections.abc import Sequence

import pytest

from annotator.material.formats.candidate_boxes import BoxedExample
from annotator.material.formats.gold_answers import GoldExample
from annotator.measures.answer_match import Answer, Span
from annotator.systems.readers.model.pages import Reading, ReadPage

pytest.importorskip("jax", reason="JAX is not installed: make training")
pytest.importorskip("optax", reason="optax is not installed: make training")

from annotator.systems.readers.model.predictions import best_thresholds
from annotator.systems.readers.model.proposals import Proposal, Thresholds

LONG, SHORT, OTHER = (Span(None, each) for each in ((0, 9), (2, 4), (20, 30)))


def reading(annotations: Sequence[Answer]) -> Reading:
    gold = GoldExample(1, tuple(annotations))
    boxed = BoxedExample(gold=gold, question="who", page="Page", boxes=())
    return Reading(boxed, ("who",), ReadPage(()))


RIGHT, WRONG = Proposal(LONG, 5.0, SHORT, 3.0), Proposal(OTHER, 1.0, OTHER, 1.0)


def test_thresholds_follow_the_number_of_annotations_that_make_an_example_answerable() -> None:
    once = [reading([Answer(LONG, (SHORT,))])] * 2
    thresholds, metrics = best_thresholds(once, [RIGHT, WRONG], 1)
    assert thresholds == Thresholds(long=5.0, short=3.0)
    assert metrics["long-best-threshold-precision"] == 1.0
    assert metrics["long-best-threshold-recall"] == 0.5
    thresholds, metrics = best_thresholds(once, [RIGHT, WRONG], 2)
    assert thresholds == Thresholds()
    assert metrics["long-best-threshold-f1"] == 0.0
