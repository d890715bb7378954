"""The leaderboard's scores in studies that compare the same systems: columns of ASQA's Table 5."""

from datetime import datetime

from django.db import transaction

from annotator.accounts.models import User
from annotator.comparisons.models import ComparedSystem, ComparisonStudy
from annotator.comparisons.studies import set_scores
from annotator.evaluation.models import Score
from annotator.projects.models import Project

NAMES = {"rougeLsum": "ROUGE-L", "QA-F1": "Disambig-F1", "ovscore": "DR", "str_em": "STR-EM"}
"""What the papers call the scorer's metrics."""


@transaction.atomic
def give_scores(
    *, project: Project, at: datetime, actor: User | None, study: ComparisonStudy | None = None
) -> None:
    """Give compared systems the newest scores of the leaderboard's systems with the same name.

    Scores that a lead typed under other names stay. ``study`` is the one to look at; without it,
    each study of the project.
    """
    newest: dict[str, Score] = {}
    scores = Score.objects.filter(system__project=project).select_related("system")
    for score in scores.defer("replicates").order_by("scored_at", "pk"):
        newest[score.system.name] = score
    systems = ComparedSystem.objects.filter(study__project=project, name__in=newest)
    if study is not None:
        systems = systems.filter(study=study)
    changed: dict[int, tuple[ComparisonStudy, dict[str, dict[str, float]]]] = {}
    for system in systems.select_related("study").order_by("study_id", "number"):
        metrics = newest[system.name].metrics
        own = {NAMES[name]: float(value) for name, value in metrics.items() if name in NAMES}
        wanted = {**system.scores, **own}
        if wanted != system.scores:
            changed.setdefault(system.study_id, (system.study, {}))[1][system.name] = wanted
    for changed_study, wanted_scores in changed.values():
        set_scores(study=changed_study, scores=wanted_scores, at=at, actor=actor)
