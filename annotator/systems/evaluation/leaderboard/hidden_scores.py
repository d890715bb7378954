"""What is shown of a score: all of it on an open split, on the hidden one little enough to tell no
single answer.

Whatever shows a score passes here. Stewards see all digits. What others see of a hidden split is
rounded to 0.1 on the scale of per cent, and so is everything that follows from it: the order of
systems, differences and the ends of intervals come from rounded numbers, since each of them would
otherwise be a further reading of the exact ones. See "What a score on the hidden split tells" in
docs/evaluation.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from django.conf import settings

from annotator.material.corpus.splits import may_hold_hidden
from annotator.measures.intervals import normal_quantile
from annotator.measures.simultaneous import Pairs, confidence_for
from annotator.systems.evaluation.models import HalfScore, Score
from annotator.systems.evaluation.records.replicates import Compared, compared_with, differences_to
from annotator.systems.evaluation.scoring.asqa import dr
from annotator.systems.evaluation.scoring.interval_words import compared, ends
from annotator.systems.evaluation.scoring.kinds import scores_of
from annotator.systems.evaluation.scoring.metric_names import EXTRACTOR, OF_AN_EXTRACTOR
from annotator.systems.evaluation.scoring.scored import UNTOLD, seed_of
from annotator.workspace.projects.hidden_split import names_hidden_split
from annotator.workspace.projects.models import Project

Ends = list[float] | None

OWN_EXTRACTOR_ALONE = (
    "On the hidden split only this site's own reader counts. Leave out what another one found."
)


@dataclass(frozen=True, slots=True)
class ShownScore:
    """A score as somebody may see it. ``is_exact``: with all digits, and all that it came from."""

    score: Score
    metrics: Mapping[str, float]
    intervals: Mapping[str, Ends]
    is_exact: bool


def has_hidden_answers(score: Score, project: Project) -> bool:
    """Whether a system may have answered examples of the split that is hidden now."""
    return may_hold_hidden(project, [score.split], at=score.scored_at)


def is_read_by_submitter(score: Score, metrics: Mapping[str, float]) -> bool:
    """Whether some of a score's metrics come from what the submitter says an extractor found."""
    return EXTRACTOR not in score.parameters and not OF_AN_EXTRACTOR.isdisjoint(metrics)


def shown_score(score: Score, project: Project, *, sees_hidden: bool) -> ShownScore:
    """A score for somebody who sees all of the hidden split, or not.

    On the hidden split nobody sees metrics that rest on the submitter's own extractor.
    """
    if not has_hidden_answers(score, project):
        return ShownScore(score, score.metrics, score.intervals, is_exact=True)
    if sees_hidden:
        metrics = _of_no_other_extractor(score, score.metrics)
        return ShownScore(score, metrics, score.intervals, is_exact=True)
    return rounded_score(score, project.kind)


def on_all_annotations(shown: ShownScore) -> ShownScore:
    """The score against all annotations where references were drawn; otherwise as it is.

    On the hidden split only stewards see it: to others it would be a second reading of the same
    answers.
    """
    on_all = shown.score.on_all if shown.is_exact else None
    if not on_all:
        return shown
    return replace(shown, metrics=on_all["metrics"], intervals=on_all["intervals"])


def rounded_score(score: Score, kind: str, half: HalfScore | None = None) -> ShownScore:
    """What everybody sees of a score on the hidden split, or of what it is on one ``half``.

    Scores that were resampled with the public seed, which are from before seeds were secret or the
    split was hidden, have no intervals until the system is scored again.
    """
    exact = half or score
    metrics = _of_no_other_extractor(score, exact.metrics)
    shown = rounded_metrics(metrics, kind)
    is_secret = seed_of(score.parameters) == UNTOLD
    scores = scores_of(kind)
    intervals = {
        name: around(
            value,
            metrics[name],
            exact.intervals.get(name),
            scores.DECIMALS,
            most=scores.greatest(name),
        )
        for name, value in shown.items()
        if is_secret
    }
    return ShownScore(score, shown, intervals, is_exact=False)


def _of_no_other_extractor(score: Score, metrics: Mapping[str, float]) -> Mapping[str, float]:
    if not is_read_by_submitter(score, metrics):
        return metrics
    return {name: each for name, each in metrics.items() if name not in OF_AN_EXTRACTOR}


def shown_metrics(project: Project, split: str | None, *, sees_hidden: bool) -> tuple[str, ...]:
    """The metrics that a table of a split has, for somebody who sees all of it or not. The hidden
    split of a site without an extractor has none that an extractor takes.
    """
    scores = scores_of(project.kind)
    if split is None or not names_hidden_split(project, [split]):
        return scores.METRICS
    names = scores.METRICS if sees_hidden else scores.WHEN_HIDDEN
    absent = () if settings.ANSWER_READER else OF_AN_EXTRACTOR
    return tuple(name for name in names if name not in absent)


def rounded_metrics(metrics: Mapping[str, float], kind: str) -> dict[str, float]:
    """What is shown of metrics on the hidden split, or a half of it: a system's or people's.

    DR is that of the rounded scores: a root shows how one near 0 differs from 0.
    """
    scores = scores_of(kind)
    decimals = scores.DECIMALS
    found = {name: round(metrics[name], decimals) for name in scores.WHEN_HIDDEN if name in metrics}
    if {"ovscore", "QA-F1", "rougeLsum"} <= found.keys():
        found["ovscore"] = round(dr(found["QA-F1"], found["rougeLsum"]), decimals)
    return found


def rounded_people(row: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The ``metrics`` of people on the hidden split, with ``intervals`` around them."""
    metrics, scores = rounded_metrics(row["metrics"], kind), scores_of(kind)
    intervals = {
        name: around(
            value, row["metrics"][name], row["intervals"].get(name), scores.DECIMALS, most=1.0
        )
        for name, value in metrics.items()
        if scores.PEOPLE_HAVE_INTERVALS
    }
    return {"metrics": metrics, "intervals": intervals}


def around(
    shown: float,
    exact: float,
    ends: Ends,
    decimals: int,
    *,
    least: float = 0.0,
    most: float | None = 1.0,
) -> Ends:
    """The ends of an interval around a ``shown`` value: at their rounded distances from the
    ``exact`` one. Rounded by themselves, they would tell where between two steps that one lies.

    As around exact values, there is none around the ``least`` and the greatest (``most``) possible
    value; nor one without a width.

    >>> around(0.512, 0.51249, [0.49251, 0.53251], 3)
    [0.492, 0.532]
    """
    if ends is None or shown in (least, most):
        return None
    low, high = (round(end - exact, decimals) for end in ends)
    top = shown + high if most is None else min(most, shown + high)
    return [round(max(least, shown + low), decimals), round(top, decimals)] if high - low else None


def shown_differences(
    other: ShownScore, scores: Sequence[ShownScore], project: Project
) -> dict[int, dict[str, dict[str, Any]]]:
    """How much greater each score's metrics are than the ``other``'s, with the ends of the
    intervals, by the score's key. Of rounded scores, the differences of what is shown.
    """
    shown = {each.score.pk: each for each in scores}
    found = compared_with(other.score, [each.score for each in scores])
    if found is None:
        return {}
    if all(shown[pk].is_exact for pk in found.places):
        exact = differences_to(other.score, [each.score for each in scores])
        return {
            pk: {
                name: less
                for name, less in compared(each).items()
                if name in shown[pk].metrics and name in other.metrics
            }
            for pk, each in exact.items()
        }
    rounded = _Rounded(found, project.kind)
    return {pk: rounded.between(shown[pk], other) for pk in found.places if pk != other.score.pk}


class _Rounded:
    """Differences between rounded scores.

    What an interval takes from resamples is rounded before anything follows from it: the standard
    error of a pair, and by how much the best threshold makes each score too great. The level for
    all at once is that of so many differences. Whether the two differ on enough examples follows
    from the rounded error: an exact number of examples would tell somebody who knows some answers
    whether one more is right.
    """

    def __init__(self, found: Compared, kind: str) -> None:
        self._found, self._scores = found, scores_of(kind)
        self._decimals = self._scores.DECIMALS
        metrics = found.comparison.metrics
        self._pairs = {name: self._rounded(name, of.pairs) for name, of in metrics.items()}
        numbers = [len(of.places) * (len(of.places) - 1) // 2 for of in metrics.values()]
        self._confidence = confidence_for(sum(numbers))

    def _rounded(self, name: str, pairs: Pairs) -> Pairs:
        errors = np.round(normal_quantile() * pairs.errors, self._decimals) / normal_quantile()
        most = self._scores.greatest(name)
        # Words say nothing of answers.
        apart = (
            pairs.apart if most is None else (errors * pairs.units / self._scores.weight(most)) ** 2
        )
        return Pairs(pairs.units, errors, np.minimum(apart, pairs.units))

    def between(self, one: ShownScore, other: ShownScore) -> dict[str, dict[str, Any]]:
        is_secret = seed_of(one.score.parameters) == UNTOLD
        found = {}
        for name in one.metrics.keys() & other.metrics.keys():
            shown = round(one.metrics[name] - other.metrics[name], self._decimals)
            interval = self._ends(name, shown, one, other) if is_secret else None
            found[name] = {"difference": shown, "interval": interval}
        return found

    def _ends(self, name: str, shown: float, one: ShownScore, other: ShownScore) -> Ends:
        if name not in self._pairs:
            return None
        places = [self._found.places[each.score.pk] for each in (one, other)]
        optimism = [
            round(self._found.comparison.optimism[place].get(name, 0.0), self._decimals)
            for place in places
        ]
        of = self._found.comparison.metrics[name].places
        first, second = (of.index(place) for place in places)
        less = optimism[0] - optimism[1]
        units = self._found.comparison.of
        found = ends(
            self._pairs[name].interval(shown, first, second, self._confidence, less, of=units)
        )
        return found and [round(end, self._decimals) for end in found]
