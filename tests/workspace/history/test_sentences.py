"""The history in words."""

from typing import Any

import pytest

from annotator.workspace.history.sentences import said_in, sentence_of

CASES: list[tuple[str, dict[str, Any], str]] = [
    ("imported job", {"examples": 1}, "imported 1 example"),
    ("imported job", {"examples": 1200}, "imported 1,200 examples"),
    ("imported job", {}, "imported 0 examples"),
    ("changed example", {"after": {"overlap": 1}}, "asked for 1 annotation"),
    ("changed example", {"after": {"priority": 1}}, "changed the priority"),
    (
        "opened error_analysis",
        {"number": 4, "system": "{Careful}", "size": 1, "seed": 7},
        "opened error analysis 4 of {Careful} over 1 answer with seed 7",
    ),
    ("judged judgment_round", {"round": 2, "answer": 0}, "judged answer 1 of judgment round 2"),
    ("undid annotation", {}, "took the answer back"),
    (
        "submitted annotation",
        {"late": True, "bad_after_page": "ambiguous"},
        "submitted an answer, late: a bad question, said after seeing the page (it is ambiguous)",
    ),
    ("revised annotation", {}, "changed the answer"),
    (
        "changed project",
        {"before": {"overlap": 5, "title": "{A}"}, "after": {"overlap": 25, "title": "{B}"}},
        "changed the annotations per example from 5 to 25, the title from {A} to {B}",
    ),
    (
        "changed project",
        {"before": {"reviews_answers": False}, "after": {"reviews_answers": True}},
        "changed the review before submitting",
    ),
    (
        "drew splits",
        {"parts": [{"name": "train"}, {"name": "dev"}], "seed": 0},
        "drew the splits train, dev with seed 0",
    ),
    (
        "drew splits",
        {"parts": [{"name": "train"}], "seed": None},
        "drew the splits train",
    ),
    ("added membership", {"user": "eve", "role": "expert"}, "added eve as an expert"),
    ("changed membership", {"is_active": False}, "ended the membership of somebody"),
    ("decided_training membership", {"member": "A1"}, "accepted A1 without training"),
    ("finished training_attempt", {"step": "exam", "number": 2}, "finished exam 2"),
    (
        "opened suggestions",
        {"system": "S", "share": 0.999},
        "chose the suggestions of S for 99% of the assignments",
    ),
    ("wore hat_stand", {}, "wore the hat stand"),
]


@pytest.mark.parametrize(("event", "details", "sentence"), CASES)
def test_an_event_is_a_sentence_with_its_details(
    event: str, details: dict[str, Any], sentence: str
) -> None:
    verb, subject = event.split()
    assert sentence_of(verb, subject, details) == sentence


def test_what_was_said_is_the_reason_or_the_note() -> None:
    assert [said_in(each) for each in ({"reason": "R", "note": "N"}, {"note": "N"}, {})] == [
        "R",
        "N",
        "",
    ]
