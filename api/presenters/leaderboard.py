"""A leaderboard as the API shows it: to leads and experts of the project, or to everybody."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.splits import scorable_splits
from annotator.measures.evaluation import BETA
from annotator.measures.human_bounds import REFERENCES
from annotator.systems.evaluation.job_handlers import SCORE_SYSTEM
from annotator.systems.evaluation.kinds import scores_of
from annotator.systems.evaluation.leaderboard.hidden_scores import (
    ShownScore,
    has_hidden_answers,
    is_read_by_submitter,
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
from annotator.systems.evaluation.models import Leaderboard, Score
from annotator.systems.evaluation.retrieval.queries import scores_of as encoder_scores_of
from annotator.systems.evaluation.scoring.people import THRESHOLD, people_at
from annotator.systems.evaluation.scoring.score import code_version
from annotator.systems.readers.stored import trained_systems
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.kinds import Ability, can
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.queries import sees_hidden_split
from annotator.workspace.projects.shown_names import names_of
from api.access.hidden_jobs import newest_job
from api.presenters.references import references_of_people, references_of_system
from api.serializers.leaderboard import OfferedFile

_Differences = Mapping[int, dict[str, dict[str, Any]]]
"""By the score's key and the metric."""

_NOBODY: dict[str, list[dict[str, Any]]] = {"rows": [], "missing": []}


def present_leaderboard(
    project: Project,
    *,
    viewer: User | None,
    role: str | None,
    split: str | None = None,
    order: str | None = None,
    against: int | None = None,
    all_annotations: bool = False,
) -> dict[str, Any]:
    """The leaderboard for somebody with ``role`` in the project; None is everybody else.

    With ``against``, a system on the same split, each row has its difference from that one. With
    ``all_annotations`` they are the references, not draws of them, where a score has both; then
    nothing is compared. Raises ``InvalidInputError`` for an order that is not a metric, or a
    missing system.
    """
    known = scores_of(project.kind).METRICS
    if order is not None and order.removeprefix("-") not in known:
        raise InvalidInputError(
            "unknown_metric",
            f"There is no metric called {order}.",
            fields={"order": f"Choose one of {', '.join(known)}."},
        )
    is_public, is_lead = role is None, role == Role.LEAD
    hidden = viewer is not None and sees_hidden_split(user=viewer, project=project)
    splits = scored_splits(project, is_public=is_public, hidden=hidden)
    chosen = split or (splits[0] if splits else None)
    scores = (
        shown_scores(
            project, chosen, is_public=is_public, sees_hidden=hidden, on_all=all_annotations
        )
        if chosen
        else []
    )
    can_show_all = any(each.is_exact and each.score.on_all for each in scores)
    on_all = can_show_all and all_annotations
    differences = {} if against is None or on_all else _differences(project, scores, against)
    people = _people(project, scores, on_all=on_all) if scores else _NOBODY
    metrics = _with_values(
        shown_metrics(project, chosen, sees_hidden=hidden), scores, people["rows"]
    )
    if order is None or order.removeprefix("-") not in metrics:
        order = metrics[0]
    scores = ranked(scores, order)
    board = Leaderboard.objects.filter(project=project).first()
    return {
        "project": project.slug,
        "title": project.title,
        "kind": project.kind,
        "published_at": board.published_at if board else None,
        "split": chosen,
        "splits": splits,
        "available_splits": scorable_splits(project, hidden=hidden) if is_lead else [],
        "can_read_results": (
            is_lead
            and can(project.kind, Ability.RESULTS)
            and bool(scores)
            and (hidden or chosen != project.hidden_split)
        ),
        "order": order,
        "metrics": metrics,
        "against": None if on_all else against,
        "can_show_all_annotations": can_show_all,
        "all_annotations": on_all,
        "is_rounded": not all(each.is_exact for each in scores),
        "is_simulated": bool(scores) and all(each.score.gold.is_simulated for each in scores),
        "has_encoders": encoder_scores_of(project, is_public=is_public).exists(),
        "reads_answers": bool(settings.ANSWER_READER),
        "systems": [
            row | {"references": references_of_system(each, project.kind, on_all=on_all)}
            for each, row in zip(
                scores,
                _rows(project, scores, differences, viewer=viewer, role=role, hidden=hidden),
                strict=True,
            )
        ],
        "people": people["rows"],
        "missing_people": people["missing"],
        "job": newest_job(SCORE_SYSTEM, project, viewer=viewer, role=role),
    }


def _with_values(
    metrics: tuple[str, ...], scores: list[ShownScore], people: list[dict[str, Any]]
) -> tuple[str, ...]:
    """The metrics that a row has, or all where there is no row: without an extractor, nobody has
    those that need one.
    """
    found = {name for each in scores for name in each.metrics}
    found.update(name for row in people for name in row["metrics"])
    return tuple(name for name in metrics if name in found) or metrics


def _people(
    project: Project, scores: list[ShownScore], *, on_all: bool
) -> dict[str, list[dict[str, Any]]]:
    """People on the newest gold of the systems shown, at each threshold that one of those was
    scored with, the least first.
    """
    gold = max((each.score.gold for each in scores), key=lambda gold: (gold.read_at, gold.pk))
    thresholds = sorted({each.score.parameters.get(THRESHOLD, BETA) for each in scores})
    found = [
        # As systems: so many annotations with an answer are never among five.
        people_at(gold.people, each, on_all=on_all or each > REFERENCES)
        for each in thresholds
    ]
    is_exact = all(each.is_exact for each in scores)
    rows = [
        {THRESHOLD: BETA, "intervals": {}, **row}
        | {"references": references_of_people(row, project.kind, is_exact=is_exact)}
        for people in found
        for row in people["rows"]
    ]
    if not is_exact:
        rows = [row | rounded_people(row, project.kind) for row in rows]
    missing = [{THRESHOLD: BETA, **row} for people in found for row in people["missing"]]
    return {"rows": rows, "missing": missing}


def _differences(project: Project, scores: list[ShownScore], against: int) -> _Differences:
    other = next((each for each in scores if each.score.system_id == against), None)
    if other is None:
        raise InvalidInputError(
            "unknown_system",
            "The leaderboard has no such system on this split.",
            fields={"against": "Give the number of one of its systems."},
        )
    return shown_differences(other, scores, project)


def _rows(
    project: Project,
    scores: list[ShownScore],
    differences: _Differences,
    *,
    viewer: User | None,
    role: str | None,
    hidden: bool,
) -> list[dict[str, Any]]:
    uploaders = {each.score.uploaded_by for each in scores if each.score.uploaded_by}
    names = names_of(project=project, viewer_role=role, users=uploaders)
    since = annotations_since(project, {each.score.gold for each in scores}, hidden=hidden)
    trained = trained_systems(project) if role is not None else set()
    return [
        _row(project, each, names, viewer=viewer, role=role, hidden=hidden)
        | {
            "differences": differences.get(each.score.pk),
            "annotations_since": since[each.score.gold_id],
            "has_card": each.score.system_id in trained,
        }
        for each in scores
    ]


def _row(
    project: Project,
    shown: ShownScore,
    names: Mapping[int, str],
    *,
    viewer: User | None,
    role: str | None,
    hidden: bool,
) -> dict[str, Any]:
    score, system = shown.score, shown.score.system
    is_own = role is not None and viewer is not None and score.uploaded_by_id == viewer.pk
    is_lead = role == Role.LEAD
    return {
        "system": system.pk,
        "name": system.name,
        "notes": system.notes,
        "baseline": system.baseline,
        "is_published": system.is_published,
        "examples": score.examples,
        "unannotated": score.unannotated,
        "is_simulated": score.gold.is_simulated,
        "metrics": shown.metrics,
        "is_read_by_submitter": is_read_by_submitter(score, shown.metrics),
        "intervals": shown.intervals,
        "scored_at": score.scored_at,
        "is_code_changed": score.code_sha256 != code_version(),
        "uploaded_by": names.get(score.uploaded_by_id or 0),
        "receipt": shown,
        "files": present_files(project, score, is_own=is_own, is_lead=is_lead, hidden=hidden),
    }


def present_files(
    project: Project, score: Score, *, is_own: bool, is_lead: bool, hidden: bool
) -> list[OfferedFile]:
    """A score's files, each with its address where the viewer may download it.

    What this site's extractor found in answers to hidden questions is left out: its sha256 would
    tell how many disambiguations they have.
    """
    folder = f"/api/v1/projects/{project.slug}/scored-files"
    return [
        OfferedFile(
            file,
            f"{folder}/{file.pk}/"
            if may_download(project, file, is_own=is_own, is_lead=is_lead, hidden=hidden)
            else None,
        )
        for file in score.files.all()
        if hidden or not (is_made_here(file) and has_hidden_answers(score, project))
    ]
