"""The leaderboard's scores in studies that compare the same answers: columns of ASQA's Table 5."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from annotator.accounts.models import User
from annotator.comparisons.models import ComparedSystem, ComparisonStudy
from annotator.comparisons.studies import set_scores
from annotator.evaluation.models import Score
from annotator.evaluation.people import AGAINST_EACH_OTHER, WITHOUT_CONTEXT
from annotator.projects.models import Project, Regime

NAMES = {"rougeLsum": "ROUGE-L", "QA-F1": "Disambig-F1", "ovscore": "DR", "str_em": "STR-EM"}
"""What the papers call the scorer's metrics."""


@transaction.atomic
def give_scores(
    *, project: Project, at: datetime, actor: User | None, study: ComparisonStudy | None = None
) -> None:
    """Give compared systems the newest scores of the leaderboard: of the system with the same name,
    or of the row of people whose annotations are compared.

    Scores that a lead typed under other names stay. ``study`` is the one to look at; without it,
    each study of the project.
    """
    newest = _Newest(project)
    systems = ComparedSystem.objects.filter(study__project=project)
    if study is not None:
        systems = systems.filter(study=study)
    changed: dict[int, tuple[ComparisonStudy, dict[str, dict[str, float]]]] = {}
    compared = systems.select_related("study", "annotations_of").order_by("study_id", "number")
    for system in compared:
        metrics = newest.of(system)
        own = {NAMES[name]: float(value) for name, value in metrics.items() if name in NAMES}
        wanted = {**system.scores, **own}
        if wanted != system.scores:
            changed.setdefault(system.study_id, (system.study, {}))[1][system.name] = wanted
    for changed_study, wanted_scores in changed.values():
        set_scores(study=changed_study, scores=wanted_scores, at=at, actor=actor)


class _Newest:
    """The newest metrics of a leaderboard, of systems by name and of people by their row."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._systems: dict[str, Mapping[str, float]] = {}
        self._people: dict[str, Mapping[str, float]] = {}
        scores = Score.objects.filter(system__project=project).select_related("system", "gold")
        for score in scores.defer("replicates", "gold__content").order_by("scored_at", "pk"):
            self._systems[score.system.name] = score.metrics
            self._people |= {row["who"]: row["metrics"] for row in score.gold.people["rows"]}

    def of(self, system: ComparedSystem) -> Mapping[str, float]:
        """Those of a compared system; nothing where the leaderboard has none."""
        return self._systems.get(system.name) or self._people.get(self._row_of(system), {})

    def _row_of(self, system: ComparedSystem) -> str:
        """The row of the people whose annotations these are, "" where they have none."""
        source = system.annotations_of
        if source is None:
            return ""
        if source.regime == Regime.NO_CONTEXT:
            return WITHOUT_CONTEXT
        return AGAINST_EACH_OTHER if source == self._project else ""
