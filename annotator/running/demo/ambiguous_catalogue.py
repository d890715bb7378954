"""What the demo of ASQA consists of, read from this package's data. Knows no database.

Questions, disambiguations and answers are the project's own, on the demo's own articles.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from annotator.material.formats.asqa import Disambiguation


@dataclass(frozen=True, slots=True)
class DemoKnowledge:
    """Words that an article contains exactly like this, and the article's stem."""

    article: str
    passage: str


@dataclass(frozen=True, slots=True)
class DemoAnnotation:
    """What one of the demo's annotators submitted, and how long they wrote."""

    annotator: str
    long_form_answer: str
    knowledge: tuple[DemoKnowledge, ...]
    acknowledged_missing: tuple[int, ...]
    concern: str
    minutes: int


@dataclass(frozen=True, slots=True)
class DemoAmbiguity:
    """An ambiguous question, the stems of the articles visited for it, and the answer."""

    key: str
    question: str
    pages: tuple[str, ...]
    disambiguations: tuple[Disambiguation, ...]
    annotations: tuple[DemoAnnotation, ...]


@cache
def ambiguities() -> tuple[DemoAmbiguity, ...]:
    """The ambiguous questions, in the order in which the demo project asks them."""
    file = resources.files(__package__) / "ambiguous_questions.json"
    loaded: list[dict[str, Any]] = json.loads(file.read_bytes())
    return tuple(
        DemoAmbiguity(
            key=each["key"],
            question=each["question"],
            pages=tuple(each["pages"]),
            disambiguations=tuple(
                Disambiguation(reading["question"], tuple(reading["short_answers"]))
                for reading in each["disambiguations"]
            ),
            annotations=tuple(_annotation(annotation) for annotation in each["annotations"]),
        )
        for each in loaded
    )


def _annotation(loaded: dict[str, Any]) -> DemoAnnotation:
    return DemoAnnotation(
        annotator=loaded["annotator"],
        long_form_answer=loaded["long_form_answer"],
        knowledge=tuple(DemoKnowledge(**each) for each in loaded["knowledge"]),
        acknowledged_missing=tuple(loaded.get("acknowledged_missing", ())),
        concern=loaded.get("concern", ""),
        minutes=loaded["minutes"],
    )
