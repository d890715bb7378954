"""A leaderboard as the API shows it: to leads and experts of the project, or to everybody."""

from collections.abc import Mapping
from typing import Any

from annotator.accounts.models import User
from annotator.evaluation.job_handlers import SCORE_SYSTEM
from annotator.evaluation.models import Leaderboard, Score, ScoredFile
from annotator.evaluation.queries import METRICS, newest_gold, ranked, scored_splits
from annotator.exceptions import InvalidInputError
from annotator.exports.splits import scorable_splits
from annotator.jobs.models import Job
from annotator.projects.models import Kind, Project, Role
from annotator.projects.names import names_of

_NOBODY: dict[str, list[Any]] = {"rows": [], "missing": []}


def present_leaderboard(
    project: Project,
    *,
    viewer: User | None,
    role: str | None,
    split: str | None = None,
    order: str | None = None,
) -> dict[str, Any]:
    """The leaderboard for somebody with ``role`` in the project; None is everybody else.

    Raises ``InvalidInputError`` for an order that is no metric.
    """
    metrics = METRICS[Kind(project.kind)]
    if order is not None and order.removeprefix("-") not in metrics:
        raise InvalidInputError(
            "unknown_metric",
            f"There is no metric called {order}.",
            fields={"order": f"Choose one of {', '.join(metrics)}."},
        )
    is_public, order = role is None, order or metrics[0]
    splits = scored_splits(project, is_public=is_public)
    chosen = split or (splits[0] if splits else None)
    scores = ranked(project, chosen, by=order, is_public=is_public) if chosen else []
    gold = newest_gold(project, chosen) if scores and chosen else None
    people = gold.people if gold else _NOBODY
    board = Leaderboard.objects.filter(project=project).first()
    return {
        "project": project.slug,
        "title": project.title,
        "kind": project.kind,
        "published_at": board.published_at if board else None,
        "split": chosen,
        "splits": splits,
        "available_splits": scorable_splits(project) if role == Role.LEAD else [],
        "order": order,
        "metrics": metrics,
        "systems": _rows(project, scores, viewer=viewer, role=role),
        "people": people["rows"],
        "missing_people": people["missing"],
        "job": _newest_job(project) if role == Role.LEAD else None,
    }


def _newest_job(project: Project) -> Job | None:
    jobs = Job.objects.filter(kind=SCORE_SYSTEM, project_id=project.pk)
    return jobs.select_related("created_by").order_by("-created_at", "id").first()


def _rows(
    project: Project, scores: list[Score], *, viewer: User | None, role: str | None
) -> list[dict[str, Any]]:
    uploaders = {each.uploaded_by for each in scores if each.uploaded_by}
    names = names_of(project=project, viewer_role=role, users=uploaders)
    return [_row(project, each, names, viewer=viewer, role=role) for each in scores]


def _row(
    project: Project,
    score: Score,
    names: Mapping[int, str],
    *,
    viewer: User | None,
    role: str | None,
) -> dict[str, Any]:
    system, is_lead = score.system, role == Role.LEAD
    is_own = role is not None and viewer is not None and score.uploaded_by_id == viewer.pk
    return {
        "system": system.pk,
        "name": system.name,
        "notes": system.notes,
        "is_published": system.is_published,
        "examples": score.examples,
        "unannotated": score.unannotated,
        "metrics": score.metrics,
        "scored_at": score.scored_at,
        "uploaded_by": names.get(score.uploaded_by_id or 0),
        "receipt": {
            "receipt": score.receipt,
            "gold_sha256": score.gold.sha256,
            "code_sha256": score.code_sha256,
            "parameters": score.parameters,
        },
        "files": [
            present_file(project, each, is_open=is_lead or is_own) for each in score.files.all()
        ],
    }


def present_file(project: Project, file: ScoredFile, *, is_open: bool) -> dict[str, Any]:
    """An uploaded file, with its address where it ``is_open`` to the viewer."""
    url = f"/api/v1/projects/{project.slug}/scored-files/{file.pk}/"
    return {
        "part": file.part,
        "name": file.name,
        "sha256": file.sha256,
        "url": url if is_open else None,
    }
