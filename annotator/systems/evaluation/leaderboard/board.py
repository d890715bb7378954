"""A project's leaderboard as somebody sees it: its leads and experts, or everybody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.splits import scorable_splits
from annotator.measures.evaluation import BETA
from annotator.measures.human_bounds import REFERENCES
from annotator.systems.evaluation.leaderboard.hidden_scores import (
    ShownScore,
    has_hidden_answers,
    rounded_people,
    shown_differences,
    shown_metrics,
)
from annotator.systems.evaluation.leaderboard.queries import (
    annotations_since,
    is_made_here,
    may_download,
    ranked,
    scored_splits,
    shown_scores,
)
from annotator.systems.evaluation.leaderboard.references import (
    References,
    references_of_people,
    references_of_system,
)
from annotator.systems.evaluation.models import Leaderboard, ScoredFile
from annotator.systems.evaluation.scoring.kinds import scores_of
from annotator.systems.evaluation.scoring.people import THRESHOLD, people_at
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.hidden_split import sees_hidden_split
from annotator.workspace.projects.kinds import Ability, can
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.shown_names import names_of

PeopleRow = Mapping[str, Any]
"""As ``people_at`` gives it, with ``references``."""


@dataclass(frozen=True)
class Asked:
    """What somebody wants to see: a split, its order by a metric, with ``-`` before it the least
    first, and ``against``, a system on the same split that the others are compared with. With
    ``all_annotations`` they are the references, not draws of them, where a score has both; then
    nothing is compared.
    """

    split: str | None = None
    order: str | None = None
    against: int | None = None
    all_annotations: bool = False


@dataclass(frozen=True)
class Board:
    """The leaderboard for somebody with ``role`` in the project; None is everybody else.

    Raises ``InvalidInputError`` for an order that is not a metric, or a missing system.
    """

    project: Project
    viewer: User | None
    role: str | None
    asked: Asked

    @cached_property
    def sees_hidden(self) -> bool:
        """Whether the viewer sees the hidden split."""
        return self.viewer is not None and sees_hidden_split(user=self.viewer, project=self.project)

    @property
    def is_lead(self) -> bool:
        """Whether the viewer leads the project."""
        return self.role == Role.LEAD

    @cached_property
    def published_at(self) -> datetime | None:
        """Since when everybody may read it."""
        board = Leaderboard.objects.filter(project=self.project).first()
        return board.published_at if board else None

    @cached_property
    def splits(self) -> Sequence[str]:
        """The splits with scores."""
        return scored_splits(self.project, is_public=self.role is None, hidden=self.sees_hidden)

    @property
    def split(self) -> str | None:
        """The split shown: the one asked for, or that with the newest score."""
        return self.asked.split or next(iter(self.splits), None)

    @property
    def available_splits(self) -> Sequence[str]:
        """The splits that the viewer can have systems scored on."""
        return scorable_splits(self.project, hidden=self.sees_hidden) if self.is_lead else []

    @property
    def can_read_results(self) -> bool:
        """Whether results on single examples are open to the viewer."""
        is_shown = self.sees_hidden or self.split != self.project.hidden_split
        has_results = can(self.project.kind, Ability.RESULTS)
        return self.is_lead and has_results and bool(self._scores) and is_shown

    @cached_property
    def _scores(self) -> list[ShownScore]:
        if not self.split:
            return []
        return shown_scores(
            self.project,
            self.split,
            is_public=self.role is None,
            sees_hidden=self.sees_hidden,
            on_all=self.asked.all_annotations,
        )

    @property
    def can_show_all_annotations(self) -> bool:
        """Whether a system was scored on draws of references and also against all of them."""
        return any(each.is_exact and each.score.on_all for each in self._scores)

    @property
    def all_annotations(self) -> bool:
        """Whether the table is against all of them."""
        return self.can_show_all_annotations and self.asked.all_annotations

    @property
    def against(self) -> int | None:
        """The system that the others are compared with."""
        return None if self.all_annotations else self.asked.against

    @cached_property
    def metrics(self) -> Sequence[str]:
        """The metrics that a row has, or all where there is no row: without an extractor, nobody
        has those that need one.
        """
        names = shown_metrics(self.project, self.split, sees_hidden=self.sees_hidden)
        found = {name for each in self._scores for name in each.metrics}
        found.update(name for row in self.people for name in row["metrics"])
        return tuple(name for name in names if name in found) or names

    @property
    def order(self) -> str:
        """The metric that decides the order: the one asked for, if the table has it."""
        asked, known = self.asked.order, scores_of(self.project.kind).METRICS
        if asked is not None and asked.removeprefix("-") not in known:
            raise InvalidInputError(
                "unknown_metric",
                f"There is no metric called {asked}.",
                fields={"order": f"Choose one of {', '.join(known)}."},
            )
        return asked if asked and asked.removeprefix("-") in self.metrics else self.metrics[0]

    @property
    def is_rounded(self) -> bool:
        """Whether the split is hidden from the viewer, so that scores are rounded."""
        return not all(each.is_exact for each in self._scores)

    @property
    def is_simulated(self) -> bool:
        """Whether all systems were scored against simulated annotations."""
        return bool(self._scores) and all(each.score.gold.is_simulated for each in self._scores)

    @property
    def systems(self) -> list["SystemRow"]:
        """The rows, the best first."""
        return [SystemRow(self, each) for each in ranked(self._scores, self.order)]

    @cached_property
    def differences(self) -> Mapping[int, Mapping[str, Any]]:
        """How much greater each metric is than that of the system asked for, by the score's key."""
        if self.against is None:
            return {}
        other = next((each for each in self._scores if each.score.system_id == self.against), None)
        if other is None:
            raise InvalidInputError(
                "unknown_system",
                "The leaderboard has no such system on this split.",
                fields={"against": "Give the number of one of its systems."},
            )
        return shown_differences(other, self._scores, self.project)

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Names of those who uploaded something, as the viewer knows them."""
        users = {each.score.uploaded_by for each in self._scores if each.score.uploaded_by}
        return names_of(project=self.project, viewer_role=self.role, users=users)

    @cached_property
    def annotations_since(self) -> Mapping[int, int | None]:
        """How many annotations came in since each gold was read, by its key."""
        golds = {each.score.gold for each in self._scores}
        return annotations_since(self.project, golds, hidden=self.sees_hidden)

    @cached_property
    def people(self) -> list[PeopleRow]:
        """People on the newest gold of the systems shown, at each threshold that one of those was
        scored with, the least first.
        """
        kind, is_exact = self.project.kind, not self.is_rounded
        rows: list[PeopleRow] = [
            {THRESHOLD: BETA, "intervals": {}, **row}
            | {"references": references_of_people(row, kind, is_exact=is_exact)}
            for people in self._people
            for row in people["rows"]
        ]
        return rows if is_exact else [{**row, **rounded_people(row, kind)} for row in rows]

    @property
    def missing_people(self) -> list[PeopleRow]:
        """Of whom the annotations do not suffice to say it, and why."""
        return [{THRESHOLD: BETA, **row} for people in self._people for row in people["missing"]]

    @cached_property
    def _people(self) -> list[dict[str, list[dict[str, Any]]]]:
        if not self._scores:
            return []
        golds = (each.score.gold for each in self._scores)
        gold = max(golds, key=lambda gold: (gold.read_at, gold.pk))
        return [
            # As systems: so many annotations with an answer are never among five.
            people_at(gold.people, each, on_all=self.all_annotations or each > REFERENCES)
            for each in sorted(
                {each.score.parameters.get(THRESHOLD, BETA) for each in self._scores}
            )
        ]


@dataclass(frozen=True)
class SystemRow:
    """A system's score on the board's split."""

    board: Board
    shown: ShownScore

    @property
    def references(self) -> References | None:
        """What it is against; None for ASQA."""
        kind, on_all = self.board.project.kind, self.board.all_annotations
        return references_of_system(self.shown, kind, on_all=on_all)

    @property
    def differences(self) -> Mapping[str, Any] | None:
        """Differences from the system asked for; None without one, or on other annotations."""
        return self.board.differences.get(self.shown.score.pk)

    @property
    def annotations_since(self) -> int | None:
        """How many came in since it was scored; None for the hidden split."""
        return self.board.annotations_since[self.shown.score.gold_id]

    @property
    def uploaded_by(self) -> str | None:
        """The name of who uploaded it."""
        return self.board.names.get(self.shown.score.uploaded_by_id or 0)

    @property
    def files(self) -> list[tuple[ScoredFile, bool]]:
        """Its files, each with whether the viewer may download it.

        What this site's extractor found in answers to hidden questions is left out: its sha256
        would tell how many disambiguations they have.
        """
        board, score = self.board, self.shown.score
        viewer, hidden = board.viewer, board.sees_hidden
        is_own = board.role is not None and viewer is not None and score.uploaded_by_id == viewer.pk
        may = {"is_own": is_own, "is_lead": board.is_lead, "hidden": hidden}
        return [
            (file, may_download(board.project, file, **may))
            for file in score.files.all()
            if hidden or not (is_made_here(file) and has_hidden_answers(score, board.project))
        ]
