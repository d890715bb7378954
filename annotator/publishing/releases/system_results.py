"""The results of systems on the splits of a release, as everybody could see them."""

from collections.abc import Iterator
from typing import NamedTuple

from annotator.publishing.releases.contents import Contents
from annotator.systems.evaluation.leaderboard.queries import scored_splits, shown_scores

SENTENCE = (
    "Results of systems on the splits of this data set, in the order in which they were scored;"
    " each against the annotations that were there then."
)


class SystemResult(NamedTuple):
    """A metric of a system on a split, with its 95% interval if it has one."""

    split: str
    system: str
    metric: str
    value: float
    low: float | None
    high: float | None


def system_results(contents: Contents) -> list[SystemResult]:
    """Results of published systems, never on a hidden split; none if the release leaves out
    people or examples, whom the scores counted.
    """
    return [] if leaves_out_scored(contents) else [*_results(contents)]


def leaves_out_scored(contents: Contents) -> bool:
    """Whether systems may have been scored on answers that the release leaves out."""
    return bool(contents.left_out.people or contents.left_out.examples)


def _results(contents: Contents) -> Iterator[SystemResult]:
    project = contents.project
    for split in sorted(scored_splits(project, is_public=True)):
        if split not in contents.splits:
            continue
        for shown in shown_scores(project, split, is_public=True, sees_hidden=False):
            if not shown.is_exact or (shown.score.gold.is_simulated and not contents.simulated):
                continue
            for metric, value in sorted(shown.metrics.items()):
                low, high = shown.intervals.get(metric) or (None, None)
                yield SystemResult(split, shown.score.system.name, metric, value, low, high)
