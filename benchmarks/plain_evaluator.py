"""The work of Natural Questions' evaluator in plain Python, to compare the cost of ours with.

    python -m benchmarks.plain_evaluator PREDICTIONS GOLD…

It does what any script with the standard library has to do for the numbers of the NQ paper (section
5.1): unpack and parse each line, make an object of each annotation and prediction, compare them,
and go through all thresholds. It checks nothing, and makes no intervals.
"""

import gzip
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BETA = 2
"""With so many annotations that have an answer, an example is answerable."""


@dataclass(frozen=True)
class Span:
    """A span's four offsets; -1 stands for one that isn't given."""

    start_byte: int
    end_byte: int
    start_token: int
    end_token: int

    @classmethod
    def of(cls, value: dict[str, int]) -> "Span":
        """The span of a JSON object."""
        return cls(*(value.get(name, -1) for name in cls.__dataclass_fields__))

    @property
    def is_null(self) -> bool:
        """Whether it is nowhere."""
        return self.start_byte < 0 and self.start_token < 0

    def matches(self, other: "Span") -> bool:
        """Whether both have the same bytes, or else the same tokens."""
        if min(self.start_byte, other.start_byte) >= 0 and (self.start_byte, self.end_byte) == (
            other.start_byte,
            other.end_byte,
        ):
            return True
        return min(self.start_token, other.start_token) >= 0 and (
            (self.start_token, self.end_token) == (other.start_token, other.end_token)
        )


@dataclass(frozen=True)
class Label:
    """An annotation or a prediction."""

    long: Span
    short: tuple[Span, ...]
    yes_no: str
    long_score: float = 0.0
    short_score: float = 0.0

    @classmethod
    def of(cls, value: dict[str, Any]) -> "Label":
        """The label of a JSON object."""
        return cls(
            Span.of(value["long_answer"] or {}),
            tuple(map(Span.of, value["short_answers"])),
            value["yes_no_answer"].upper(),
            value.get("long_answer_score", 0.0),
            value.get("short_answers_score", 0.0),
        )

    def has_long(self) -> bool:
        """Whether it names a long answer."""
        return not self.long.is_null

    def has_short(self) -> bool:
        """Whether it names spans, yes or no."""
        return bool(self.short) or self.yes_no != "NONE"

    def same_long(self, other: "Label") -> bool:
        """Whether both name the same long answer."""
        return self.long.matches(other.long)

    def same_short(self, other: "Label") -> bool:
        """Whether this label's yes or no, or else its set of spans, is the other's."""
        if self.yes_no != "NONE":
            return self.yes_no == other.yes_no
        return all(any(a.matches(b) for b in other.short) for a in self.short) and all(
            any(a.matches(b) for a in self.short) for b in other.short
        )


@dataclass(frozen=True)
class Outcome:
    """Of one example: whether there is an answer, whether one is predicted, and is right."""

    has_gold: bool
    has_prediction: bool
    is_right: bool
    score: float


def best_f1(predictions: Path, gold: Sequence[Path]) -> dict[str, float]:
    """F1 of long and short answers at the threshold that is best for each."""
    pairs = list(_pairs(predictions, gold))
    return {
        "long": _best(_outcomes(pairs, Label.has_long, Label.same_long, "long_score")),
        "short": _best(_outcomes(pairs, Label.has_short, Label.same_short, "short_score")),
    }


def _pairs(predictions: Path, gold: Sequence[Path]) -> Iterator[tuple[list[Label], Label]]:
    """The annotations and the prediction of each example."""
    rows = json.loads(predictions.read_text("utf-8"))["predictions"]
    predicted = {row["example_id"]: Label.of(row) for row in rows}
    for path in gold:
        with gzip.open(path) as file:
            for line in file:
                example = json.loads(line)
                labels = [Label.of(each) for each in example["annotations"]]
                yield labels, predicted[example["example_id"]]


def _outcomes(
    pairs: list[tuple[list[Label], Label]],
    has_answer: Callable[[Label], bool],
    same: Callable[[Label, Label], bool],
    score: str,
) -> list[Outcome]:
    found = []
    for labels, prediction in pairs:
        answers = [each for each in labels if has_answer(each)]
        is_answerable, is_predicted = len(answers) >= BETA, has_answer(prediction)
        is_right = (
            is_answerable and is_predicted and any(same(prediction, each) for each in answers)
        )
        found.append(Outcome(is_answerable, is_predicted, is_right, getattr(prediction, score)))
    return found


def _best(outcomes: list[Outcome]) -> float:
    """The best F1 of all thresholds."""
    answerable = sum(each.has_gold for each in outcomes)
    right = predicted = 0
    best = 0.0
    by_score = itertools.groupby(
        sorted(outcomes, key=lambda each: each.score, reverse=True), key=lambda each: each.score
    )
    for _, equal in by_score:
        for each in equal:
            right += each.is_right
            predicted += each.has_prediction
        if right:
            best = max(best, 2 * right / (predicted + answerable))
    return best


if __name__ == "__main__":
    print(json.dumps(best_f1(Path(sys.argv[1]), list(map(Path, sys.argv[2:])))))
