"""What a round says: precision, the experts' agreement before they met, and what moved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.agreement_summary import Agreement, agreement_of
from annotator.measures.coding import MISSING, CodedRatings
from annotator.measures.intervals import Units
from annotator.measures.precision import VERDICTS, Precision, precision
from annotator.quality.judgments.models import Judgment, JudgmentRound, RoundExpert, Target

_CODES = {verdict: code for code, verdict in enumerate(VERDICTS)}
METHOD = (
    "Precision by draws, with 95% binomial intervals over the answers' examples, or over their"
    " pages if examples share pages. Agreement by answers, on first votes; κ and α with 95%"
    " intervals by leaving out each of these examples or pages in turn (jackknife). An interval"
    " needs ten of them."
)


@dataclass(frozen=True, slots=True)
class Published:
    """A column of Table 2 of the NQ paper, in percent."""

    psi: int
    correct: int
    debatable: int
    wrong: int


TABLE_2: Mapping[str, Published] = {
    Target.LONG: Published(psi=90, correct=59, debatable=31, wrong=10),
    Target.SHORT: Published(psi=84, correct=51, debatable=33, wrong=16),
}


@dataclass(frozen=True, slots=True)
class Moved:
    """How many first votes were ``first`` on answers whose consensus is ``consensus``."""

    first: str
    consensus: str
    count: int


class ExpertVotes(NamedTuple):
    """How many first votes of an expert have each verdict."""

    expert: RoundExpert
    votes: dict[str, int]


@dataclass(frozen=True, slots=True)
class Report:
    """Of a round after phase 1.

    ``settled`` answers have a consensus; ``precision`` is None until all have. ``per_expert``
    has the first votes. ``changed_majority`` counts
    answers whose consensus is not what most experts (more than for any other verdict) voted first.
    """

    draws: int
    answers: int
    settled: int
    precision: Precision | None
    agreement: Agreement
    per_expert: list[ExpertVotes]
    moved: list[Moved]
    changed_majority: int
    published: Published


def report_of(judgment_round: JudgmentRound) -> Report:
    """The report of a round from its rows as they are now. Only for after phase 1."""
    experts = list(judgment_round.experts.select_related("user").order_by("number"))
    answers = list(
        judgment_round.answers.order_by("number").values_list(
            "pk", "draws", "annotation__example", "annotation__example__page"
        )
    )
    units = Units.of_pages({example: page for *_, example, page in answers}).of(
        np.array([example for *_, example, _ in answers], dtype=np.int64)
    )
    consensus = dict(
        judgment_round.answers.filter(consensus__isnull=False).values_list(
            "pk", "consensus__verdict"
        )
    )
    votes = _first_votes([key for key, *_ in answers], [each.pk for each in experts])
    final = [consensus.get(key) for key, *_ in answers]
    settled = np.array([MISSING if each is None else _CODES[each] for each in final], np.int64)
    return Report(
        draws=judgment_round.size,
        answers=len(answers),
        settled=len(consensus),
        precision=precision(
            [each for each in final if each],
            [draws for _, draws, *_ in answers],
            units,
        )
        if len(consensus) == len(answers)
        else None,
        agreement=agreement_of(votes, units=units),
        per_expert=[
            ExpertVotes(expert, _by_verdict(column))
            for expert, column in zip(experts, votes.codes.T, strict=True)
        ],
        moved=_moved(votes, settled),
        changed_majority=_changed_majority(votes, settled),
        published=TABLE_2[judgment_round.target],
    )


def _first_votes(answers: Sequence[int], experts: Sequence[int]) -> CodedRatings:
    """Answers × experts, by their keys; a verdict's code is its place in ``VERDICTS``."""
    rows = {key: number for number, key in enumerate(answers)}
    columns = {key: number for number, key in enumerate(experts)}
    codes = np.full((len(rows), len(columns)), MISSING, dtype=np.int64)
    given = Judgment.objects.filter(expert__in=experts, verdict__isnull=False).order_by()
    for answer, expert, verdict in given.values_list("answer", "expert", "verdict"):
        codes[rows[answer], columns[expert]] = _CODES[str(verdict)]
    return CodedRatings(codes, VERDICTS)


def _by_verdict(votes: NDArray[np.int64]) -> dict[str, int]:
    return {verdict: int(np.sum(votes == code)) for verdict, code in _CODES.items()}


def _moved(votes: CodedRatings, final: NDArray[np.int64]) -> list[Moved]:
    """All nine from-to pairs, in the order of the verdicts, including those that did not happen."""
    of_each = [votes.codes[final == code] for code in _CODES.values()]
    return [
        Moved(first, consensus, int(np.sum(of_each[_CODES[consensus]] == code)))
        for first, code in _CODES.items()
        for consensus in VERDICTS
    ]


def _changed_majority(votes: CodedRatings, final: NDArray[np.int64]) -> int:
    """On how many answers one verdict had the most first votes, and another became consensus."""
    counts = np.stack([np.sum(votes.codes == code, axis=1) for code in _CODES.values()], axis=1)
    most = counts.max(axis=1, keepdims=True)
    has_one_leader = np.sum(counts == most, axis=1) == 1
    changed = has_one_leader & (final != MISSING) & (counts.argmax(axis=1) != final)
    return int(np.sum(changed))
