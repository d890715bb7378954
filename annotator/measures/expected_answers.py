"""How likely an annotation is, given what the others say of its example, and if it were unrelated.

A usual annotator answers as the others do, as far as these agree; a habit (NULL to everything, any
place of the page) has nothing to do with them. The ratio of both is what an annotation tells.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

BAD, NONE, FOUND = 0, 1, 2
"""What a question comes to: bad, without a long answer, or with one."""
ANYWHERE = 1 / 30
"""The chance that somebody who marks any place of the page marks a given one."""
_ANY_SHORT = 1 / 4
_STEPS = 200
_CONCENTRATIONS = np.geomspace(0.02, 20, 40)


class Chances(NamedTuple):
    """Of each of N annotations: its probability if the annotator is ``usual``, and the habits'.

    ``random``: any place, or none as often as everybody; ``none``: no answer; ``bad``: a bad
    question.
    """

    usual: Floats
    random: Floats
    none: Floats
    bad: Floats


def chances_of(outcome: Codes, example: Codes, long: Codes, short: Codes) -> Chances:
    """From N annotations' outcomes (``BAD``, ``NONE``, ``FOUND``), examples and answers.

    usual = (n_k + a_k) / (n + Σ a), with n others, n_k of them with the same outcome. If it is
    ``FOUND``, times n_l / (n_f + c) for a long answer that n_l of the n_f others chose, c /
    (n_f + c) for one that nobody did; and if others chose it, alike for the short answer among them
    (Dirichlet; Chinese restaurant process). The parameters are the likeliest for these annotations.
    Without others all are alike, since a rate of one's own is judged elsewhere.
    """
    others = _others(example, outcome)
    weights = _outcome_weights(others, outcome)
    rows = np.arange(len(outcome))
    usual = (others + weights)[rows, outcome] / (others.sum(axis=1) + weights.sum())
    base = np.bincount(outcome, minlength=3) / max(len(outcome), 1)
    random = base[outcome].astype(np.float64)
    none, bad = (outcome == NONE).astype(np.float64), (outcome == BAD).astype(np.float64)
    found = np.flatnonzero(outcome == FOUND)
    for place, chance in ((long, ANYWHERE), (short, _ANY_SHORT)):
        same, all_others, distinct = _same(example[found], place[found])
        informed = all_others > 0
        found, same, all_others, distinct = (
            each[informed] for each in (found, same, all_others, distinct)
        )
        usual[found] *= _seat(same, all_others)
        random[found] *= np.where(same > 0, chance, np.maximum(1 - chance * distinct, chance))
        # Of the short answers only those to the same long answer are compared.
        found = found[same > 0]
        example = _pairs(example, long)
    alone = others.sum(axis=1) == 0
    return Chances(usual, *(np.where(alone, usual, habit) for habit in (random, none, bad)))


def _others(example: Codes, outcome: Codes) -> Floats:
    """How many others of its example have each outcome, N × 3."""
    _, places = np.unique(example, return_inverse=True)
    counts = np.bincount(3 * places + outcome, minlength=3 * (places.max(initial=-1) + 1))
    others = counts.reshape(-1, 3)[places].astype(np.float64)
    others[np.arange(len(outcome)), outcome] -= 1
    return others


def _outcome_weights(others: Floats, outcome: Codes) -> Floats:
    """The a of the likeliest Dirichlet distribution.

    a_k ← Σ_k a_k / (n_k + a_k) / Σ 1 / (n + Σ a), the sum above over annotations with the outcome
    k. No step makes the annotations less likely (minorisation and maximisation: Minka 2000).
    """
    codes = outcome
    for column in others.T:
        codes = _pairs(codes, column)
    _, firsts, times = np.unique(codes, return_index=True, return_counts=True)
    counts, said = others[firsts], outcome[firsts]
    own, totals = counts[np.arange(len(said)), said], counts.sum(axis=1)
    weights = np.array([0.1, 0.4, 0.4])
    for _ in range(_STEPS):
        new = np.bincount(said, times * weights[said] / (own + weights[said]), minlength=3)
        weights = np.clip(new / max((times / (totals + weights.sum())).sum(), 1e-9), 1e-3, 1e2)
    return weights


def _same(example: Codes, answer: Codes) -> tuple[Codes, Codes, Codes]:
    """Of each annotation: how many others have its answer, how many others there are, and how many
    distinct answers these have.
    """
    _, places = np.unique(example, return_inverse=True)
    pair, pairs, same = np.unique(_pairs(places, answer), return_inverse=True, return_counts=True)
    sizes = np.bincount(places)
    first_of_pair = np.zeros(len(pair), dtype=np.int64)
    first_of_pair[pairs] = places
    distinct = np.bincount(first_of_pair, minlength=len(sizes))[places]
    own = same[pairs] - 1
    return own, sizes[places] - 1, distinct - (own == 0)


def _pairs(one: NDArray[Any], other: NDArray[Any]) -> Codes:
    """The same number for the same pair."""
    _, first = np.unique(one, return_inverse=True)
    _, second = np.unique(other, return_inverse=True)
    return np.asarray(first.astype(np.int64) * (second.max(initial=0) + 1) + second)


def _seat(same: Codes, others: Codes) -> Floats:
    """The probability of an answer that ``same`` of the ``others`` gave."""
    _, firsts, times = np.unique(_pairs(same, others), return_index=True, return_counts=True)
    c, alike = _CONCENTRATIONS[:, None], same[firsts]
    chance = np.where(alike > 0, alike, c) / (others[firsts] + c)
    best = _CONCENTRATIONS[int((np.log(chance) @ times).argmax())]
    return np.asarray(np.where(same > 0, same, best) / (others + best))
