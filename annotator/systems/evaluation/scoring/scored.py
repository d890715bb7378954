"""A system's scores as one value, and the choices that the definitions leave open."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

from annotator.measures.answer_match import Answer
from annotator.measures.human_bounds import REFERENCES
from annotator.measures.intervals import CONFIDENCE
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.resampled_scores import RESAMPLES, SEED, Replicates
from annotator.systems.evaluation.models import Half

INTERVALS = "intervals"
"""The parameter that says how intervals were made: scores from before receipts had them have none.
"""

INTERVAL_PARAMETERS = {
    "method": "bootstrap over examples, or over pages that examples share",
    "level": CONFIDENCE,
    "resamples": RESAMPLES,
}

DRAWN = "references"
"""The parameter that says how many annotations were drawn as references. A score of Natural
Questions without it is against all annotations: no example has more, or it is from before any were
drawn.
"""

UNTOLD = "secret"
"""What ``parameters`` has for a secret seed."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Choices that the definitions leave open.

    ``non_null_annotations`` is for Natural Questions only: with this many annotations that have an
    answer, an example is answerable, and of one with more than ``references`` annotations so many
    are drawn, if that isn't None. ``passages`` is for ASQA only: from a file of passages, this many
    of each question are its answer. ``secret_seed`` draws the resamples of a hidden split, so that
    its intervals tell nobody which answers are right; a receipt only says that it was secret.
    ``halves_seed`` decides which example is in which half of the split, if it has halves.
    """

    non_null_annotations: int = 2
    references: int | None = REFERENCES
    passages: int = 1
    secret_seed: int | None = None
    halves_seed: str | None = None

    @property
    def seed(self) -> int:
        """The seed of the resamples."""
        return SEED if self.secret_seed is None else self.secret_seed

    @property
    def of_intervals(self) -> dict[str, Any]:
        """The parameter of a receipt that says how intervals are made."""
        seed = SEED if self.secret_seed is None else UNTOLD
        return {INTERVALS: INTERVAL_PARAMETERS | {"seed": seed}}


class ExampleResult(NamedTuple):
    """A system's answer to an example, and the result of each part."""

    example_id: int
    answer: Answer
    long_result: str
    short_result: str


@dataclass(frozen=True, slots=True)
class Scored:
    """The official metrics over ``examples``; ``unannotated`` ones have no annotation to hold a
    prediction against. ``parameters`` are those of its receipt. ``halves`` is how the system did on
    each half of the split, if it has halves.

    What follows is Natural Questions' alone. ``results`` are against all annotations, one for each
    example that counts. ``references`` is ``Evaluation``'s. If references were drawn, ``on_all``
    has the ``metrics``, ``intervals`` and ``references`` of all annotations.
    """

    metrics: dict[str, float]
    examples: int
    unannotated: int
    intervals: dict[str, list[float] | None] = field(default_factory=dict)
    replicates: Replicates | None = None
    results: Sequence[ExampleResult] = ()
    references: Mapping[str, Any] = field(default_factory=dict)
    on_all: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    halves: "Mapping[Half, Scored]" = field(default_factory=dict)


def say_nothing(done: int) -> None:
    """For callers that don't watch."""


class SplitGold(Protocol):
    """The annotated and other examples of a split, read; each kind of project has a class."""

    @property
    def examples(self) -> Any:
        """As the class has them."""

    def read_predictions(
        self, path: Path, found: Path | None, settings: Settings, *, names_missing: bool = True
    ) -> Any:
        """A system's answers to all examples, and what an extractor ``found`` in long-form ones.

        Without ``names_missing`` problems don't name what has no prediction. Raises
        ``FormatError`` if something is wrong with the files.
        """

    def among(self, is_wanted: Callable[[str], bool]) -> Self:
        """The gold of the examples whose key is wanted."""

    def score(
        self,
        predictions: Any,
        settings: Settings,
        on_scored: Callable[[int], None] = say_nothing,
    ) -> Scored:
        """Compare predictions with the annotations. ``on_scored`` gets the number of examples done.

        Raises ``UndefinedMeasureError`` where no example has an annotation.
        """


def check_annotated(annotated: Sequence[Any] | Mapping[str, Any]) -> None:
    """Raise ``UndefinedMeasureError`` where there is nothing to score against."""
    if not annotated:
        raise UndefinedMeasureError("nobody has annotated an example of this split yet")


def seed_of(parameters: Mapping[str, Any]) -> int | str:
    """What the intervals of a score with these parameters were drawn with: a number, or ``UNTOLD``.

    Scores that don't say it are from before there were others than ``SEED``.
    """
    seed: int | str = parameters.get(INTERVALS, {}).get("seed", SEED)
    return seed
