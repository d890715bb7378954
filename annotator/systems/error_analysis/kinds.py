"""What is analysed of a kind of task, as its room gives it."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from django.db.models import QuerySet

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.models import Page
from annotator.material.corpus.placed_answers import PlacedAnswer
from annotator.systems.error_analysis.models import AnalysedAnswer
from annotator.systems.evaluation.models import Score
from annotator.workspace.projects.kinds import part_of
from annotator.workspace.projects.models import Project


class GivenAnswer(NamedTuple):
    """What a system answered to an example, as in ``AnalysedAnswer``."""

    example: int
    answer: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A long or short answer in words, and how many people gave it; no text for no answer."""

    text: str | None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Reading:
    """A disambiguation of an ambiguous question, with its short answers."""

    question: str
    short_answers: list[str]


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """What the system answered and what people did; of ASQA ``long`` is the long-form answer.

    ``people_long`` and ``people_short`` have the most frequent answer first. ``placed`` is where
    the answer is on the page, None for a long-form answer.
    """

    question: str
    page: Page | None
    long: str | None
    short: str | None
    people_long: list[ShownPart]
    people_short: list[ShownPart]
    readings: list[Reading] = field(default_factory=list)
    placed: PlacedAnswer | None = None


class ErrorAnalysisPart(Protocol):
    """The part ``error_analysis`` of a room."""

    def given(self, score: Score) -> list[GivenAnswer]:
        """All answers that a sample is drawn from, in the order of the examples' keys.

        Only those that were scored, and only answers.
        """

    def shown(self, answer: AnalysedAnswer) -> ShownAnswer:
        """The answer, with what people had answered when the analysis was opened.

        A predicted span that isn't on the page has no text.
        """

    def beside(self, project: Project) -> "tuple[QuerySet[Annotation], int | None]":
        """Annotations that are shown beside a system's answers, the first ones of each example: how
        many, None for all.
        """


def error_analysis_of(kind: str) -> ErrorAnalysisPart:
    """The error analysis of a kind."""
    found: ErrorAnalysisPart = part_of(kind, "error_analysis")
    return found
