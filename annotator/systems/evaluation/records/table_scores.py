"""The leaderboard's scores in studies that compare the same answers: columns of ASQA's Table 5."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from annotator.material.corpus.splits import stored_name
from annotator.quality.comparisons.models import ComparedSystem, ComparisonStudy
from annotator.quality.comparisons.studies import change_scores
from annotator.systems.evaluation.models import Score
from annotator.systems.evaluation.scoring.people import (
    AGAINST_EACH_OTHER,
    SOURCE,
    WITHOUT_CONTEXT,
    Row,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project

NAMES = {"rougeLsum": "ROUGE-L", "QA-F1": "Disambig-F1", "ovscore": "DR", "str_em": "STR-EM"}
"""The papers' names of the scorer's metrics."""

_FIRST_TWO = (0, 1)


@transaction.atomic
def give_scores(
    *, project: Project, at: datetime, actor: User | None, study: ComparisonStudy | None = None
) -> None:
    """Give compared systems the newest scores of the leaderboard: of the system with the same name,
    or of the row of people whose annotations are compared.

    Scores that a lead typed under other names stay. ``study`` is the one to look at; without it,
    each study of the project.
    """
    systems = ComparedSystem.objects.filter(study__project=project)
    if study is not None:
        systems = systems.filter(study=study)
    compared = list(systems.select_related("study").order_by("study_id", "number"))
    if not compared:
        return
    newest = _Newest(project)
    changed: dict[int, tuple[ComparisonStudy, dict[str, dict[str, float]]]] = {}
    for system in compared:
        metrics = newest.of(system)
        own = {NAMES[name]: float(value) for name, value in metrics.items() if name in NAMES}
        if system.scores | own != system.scores:
            changed.setdefault(system.study_id, (system.study, {}))[1][system.name] = own
    for changed_study, own_scores in changed.values():
        change_scores(study=changed_study, scores=own_scores, at=at, actor=actor)


class _Newest:
    """The newest metrics of a leaderboard, of systems by name and of people by their row."""

    def __init__(self, project: Project) -> None:
        self._project = project
        scores = Score.objects.filter(
            system__project=project, system__is_withheld=False
        ).select_related("system", "gold")
        if project.hidden_split:
            # Nothing is compared there, and everybody who reads a study would see its exact scores.
            scores = scores.exclude(split=project.hidden_split)
        ordered = scores.defer("replicates", "gold__content").order_by("-scored_at", "-pk")
        self._scores = list(ordered)
        self._splits: dict[int, set[str]] = {}

    def of(self, system: ComparedSystem) -> Mapping[str, float]:
        """The scores of a compared system; empty if the leaderboard has none.

        A score on a split of the study's questions goes before all others.
        """
        here = [each for each in self._scores if self._is_of_study(each, system.study)]
        own = (each for each in (*here, *self._scores) if each.system.name == system.name)
        if (score := next(own, None)) is not None:
            metrics: Mapping[str, float] = score.metrics
            return metrics
        rows = (row for each in here for row in each.gold.people["rows"])
        return next((row["metrics"] for row in rows if self._is_about(row, system)), {})

    def _is_of_study(self, score: Score, study: ComparisonStudy) -> bool:
        if study.pk not in self._splits:
            self._splits[study.pk] = {*study.pairs.values_list("example__split", flat=True)}
        return stored_name(score.split) in self._splits[study.pk]

    def _is_about(self, row: Row, system: ComparedSystem) -> bool:
        """Whether a row of people is about the annotations that are compared.

        Against each other it has the first two annotations of each question together, so that it
        says nothing of one beside the other; without context the first ones of one project.
        """
        source, number = system.annotations_of_id, system.annotation_number
        if source == self._project.pk:
            beside = system.study.systems.filter(annotations_of=self._project).exclude(pk=system.pk)
            is_either = number in _FIRST_TWO
            return row["who"] == AGAINST_EACH_OTHER and is_either and not beside.exists()
        is_source = source is not None and row.get(SOURCE) == source
        return row["who"] == WITHOUT_CONTEXT and is_source and number == 0
