"""Results of finished analyses: answers by label, and agreement of two people."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from annotator.material.corpus.example_units import units_among
from annotator.measures.agreement_summary import Agreement, agreement_of
from annotator.measures.intervals import EXAMPLES, Clusters, Proportion, clustered_proportion
from annotator.systems.error_analysis.models import AnswerLabels, ErrorAnalysis

METHOD = (
    "A share is of all labellings: with two people, an answer that one of them gave the label"
    " counts half. Answers that somebody could not label, because they were hidden meanwhile, count"
    " for nothing. 95% intervals are over answers, or over pages where answers share them (groups"
    " of pages where a question has several), and need ten of these."
)

ANSWERS = "answers"

Labels = frozenset[int]
"""The places of the labels that somebody gave an answer."""

Ratings = Sequence[Sequence[Labels]]
"""By answer, by labeller."""


class LabelResult(NamedTuple):
    """The share of a label, and how far two labellers agree on whether an answer has it."""

    name: str
    share: Proportion
    agreement: Agreement | None


@dataclass(frozen=True, slots=True)
class Results:
    """Of a finished analysis, by label; agreement is None for one labeller.

    ``same`` is the agreement on all labels of an answer together.
    """

    labels: list[LabelResult]
    same: Agreement | None


def results_of(analysis: ErrorAnalysis) -> Results:
    """The results of a finished analysis."""
    ratings, units = ratings_of([analysis])[analysis.pk]
    names = [label["name"] for label in analysis.labels]
    shares = label_shares(ratings, len(names), units)
    if len(ratings[0]) < 2:  # noqa: PLR2004 - agreement takes two
        rows = zip(names, shares, strict=True)
        return Results([LabelResult(name, share, None) for name, share in rows], None)
    each = [
        agreement_of([[place in given for given in row] for row in ratings], units=units)
        for place in range(len(names))
    ]
    labels = list(map(LabelResult, names, shares, each))
    return Results(labels, agreement_of(ratings, units=units))


class Labelled(NamedTuple):
    """What labellers said of each answer, in the order of answers and of labellers, and the units
    of the answers.
    """

    ratings: Ratings
    units: Clusters


def ratings_of(analyses: Iterable[ErrorAnalysis]) -> dict[int, Labelled]:
    """What labellers said, by analysis.

    An answer that only one of two has labelled is left out: it was hidden from the other one.
    """
    rows = (
        AnswerLabels.objects.filter(
            answer__analysis__in=[each.pk for each in analyses], labeller__removed_at=None
        )
        .order_by("answer__analysis", "answer__number", "labeller__number")
        .values_list("answer__analysis", "answer__number", "answer__example", "labels")
    )
    found: dict[int, dict[tuple[int, int], list[Labels]]] = defaultdict(lambda: defaultdict(list))
    for analysis, answer, example, labels in rows:
        found[analysis][answer, example].append(frozenset(labels))
    units = units_among([example for answers in found.values() for _, example in answers])
    return {analysis: _complete(answers, units) for analysis, answers in found.items()}


def _complete(
    answers: Mapping[tuple[int, int], list[Labels]], units_of: Callable[[Sequence[int]], Clusters]
) -> Labelled:
    most = max(map(len, answers.values()))
    rows = {key: row for key, row in answers.items() if len(row) == most}
    units = units_of([example for _, example in rows])
    return Labelled(
        list(rows.values()), units._replace(name=ANSWERS) if units.name == EXAMPLES else units
    )


def label_shares(ratings: Ratings, count: int, units: Clusters | None = None) -> list[Proportion]:
    """The share of labellings with each of ``count`` labels, with its interval over ``units``: by
    default, answers.

    >>> one, both = frozenset({0}), frozenset({0, 1})
    >>> [each.value for each in label_shares([[one, both], [one, one]], 2)]
    [1.0, 0.25]

    Raises ``UndefinedMeasureError`` without answers.
    """
    units = Clusters(np.arange(len(ratings)), ANSWERS) if units is None else units
    answers = np.array([place for place, row in enumerate(ratings) for _ in row], dtype=np.int64)
    given = [labels for row in ratings for labels in row]
    return [
        clustered_proportion(np.array([place in each for each in given]), units.take(answers))
        for place in range(count)
    ]
