"""The encoders on a benchmark as somebody sees them: leads and experts, or everybody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.splits import scorable_splits
from annotator.systems.evaluation.leaderboard.hidden_scores import Ends
from annotator.systems.evaluation.models import Leaderboard, RetrievalBenchmark
from annotator.systems.evaluation.retrieval.hidden_figures import (
    ShownFigures,
    shown_difference,
    shown_figures,
)
from annotator.systems.evaluation.retrieval.queries import (
    benchmarks_of,
    differences_to,
    encoders_on,
    is_of_hidden_split,
    unusable_encoders,
)
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.shown_names import names_of


class Difference(NamedTuple):
    """How much greater a figure is than that of another encoder."""

    difference: float
    interval: Ends


class Figure(NamedTuple):
    """A figure, and the difference to the encoder asked for."""

    value: float
    interval: Ends
    difference: Difference | None


class EncoderRow(NamedTuple):
    """An encoder with its figures by kind and name. ``scored_by`` is a name."""

    shown: ShownFigures
    figures: Mapping[str, Mapping[str, Figure]]
    scored_by: str | None


class OfferedBenchmark(NamedTuple):
    """A benchmark, and whether its single questions are open to the viewer."""

    benchmark: RetrievalBenchmark
    can_read_questions: bool


@dataclass(frozen=True)
class EncoderTable:
    """The encoders for somebody with ``role`` in the project; None is everybody else. ``benchmark``
    and ``against``, an encoder that others are compared with, are those asked for.

    Raises ``InvalidInputError`` for a benchmark, or an encoder on it, that isn't there.
    """

    project: Project
    role: str | None
    sees_hidden: bool
    benchmark: int | None = None
    against: int | None = None

    @cached_property
    def published_at(self) -> datetime | None:
        """Since when everybody may read it."""
        board = Leaderboard.objects.filter(project=self.project).first()
        return board.published_at if board else None

    @cached_property
    def _benchmarks(self) -> Sequence[RetrievalBenchmark]:
        return benchmarks_of(self.project, is_public=self.role is None)

    @property
    def benchmarks(self) -> list[OfferedBenchmark]:
        """What was asked, that with the newest score first."""
        return [
            OfferedBenchmark(
                each,
                self.role == Role.LEAD
                and (self.sees_hidden or not is_of_hidden_split(each, self.project)),
            )
            for each in self._benchmarks
        ]

    @cached_property
    def chosen(self) -> RetrievalBenchmark | None:
        """The benchmark shown."""
        if self.benchmark is None:
            return next(iter(self._benchmarks), None)
        for each in self._benchmarks:
            if each.pk == self.benchmark:
                return each
        raise InvalidInputError(
            "unknown_benchmark",
            "No encoder was scored on such questions.",
            fields={"benchmark": "Give the number of one of the benchmarks."},
        )

    @property
    def encoders(self) -> list[EncoderRow]:
        """The rows, that with the greatest MRR of sentences first."""
        found = encoders_on(self.chosen, is_public=self.role is None) if self.chosen else []
        scores = sorted(
            (shown_figures(each, self.project, sees_hidden=self.sees_hidden) for each in found),
            key=_greatest_first,
        )
        starters = {each.score.scored_by for each in scores if each.score.scored_by}
        names = names_of(project=self.project, viewer_role=self.role, users=starters)
        differences = self._differences(scores)
        return [
            EncoderRow(
                each,
                _figures(each, differences.get(each.score.pk)),
                names.get(each.score.scored_by_id or 0),
            )
            for each in scores
        ]

    def _differences(
        self, scores: Sequence[ShownFigures]
    ) -> Mapping[int, Mapping[str, Mapping[str, Difference]]]:
        if self.against is None:
            return {}
        shown = {each.score.pk: each for each in scores}
        other = shown.get(self.against)
        if other is None:
            raise InvalidInputError(
                "unknown_encoder",
                "There is no such encoder on these questions.",
                fields={"against": "Give the number of one of the encoders."},
            )
        found = {}
        for pk, less in differences_to(other.score, [each.score for each in scores]).items():
            values, ends = shown_difference(shown[pk], other, less)
            found[pk] = {
                kind: {name: Difference(value, ends[kind][name]) for name, value in of_kind.items()}
                for kind, of_kind in values.items()
            }
        return found

    @property
    def available_splits(self) -> Sequence[str]:
        """The splits that the viewer can use."""
        is_lead = self.role == Role.LEAD
        return scorable_splits(self.project, hidden=self.sees_hidden) if is_lead else []

    @property
    def unusable(self) -> Mapping[str, str]:
        """Why encoders can't be used, by their names."""
        return unusable_encoders() if self.role == Role.LEAD else {}


def _greatest_first(shown: ShownFigures) -> tuple[float, datetime, int]:
    """What is shown as equal stands in the order in which it was scored."""
    return -shown.metrics["sentence"]["mrr"], shown.score.scored_at, shown.score.pk


def _figures(
    shown: ShownFigures, differences: Mapping[str, Mapping[str, Difference]] | None
) -> dict[str, dict[str, Figure]]:
    return {
        kind: {
            name: Figure(
                value,
                shown.intervals[kind][name],
                differences[kind][name] if differences else None,
            )
            for name, value in of_kind.items()
        }
        for kind, of_kind in shown.metrics.items()
    }
