"""Suggestions from a stored system: reading its predictions for a plan, as a job."""

import tempfile
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotator.collecting.suggestions.models import Mode, PredictedAnswer, SuggestionPlan
from annotator.collecting.suggestions.services import Choice, begin_plan, end_plan
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import MAIN_TASK, Example
from annotator.material.corpus.splits import stored_name
from annotator.material.corpus.storage import unpack
from annotator.material.formats.predictions import Prediction, read_predictions
from annotator.systems.evaluation.models import Part, Score, ScoredFile, System
from annotator.systems.evaluation.records.services import offsets_of
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.job_folders import folder_of_job
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.kinds import Ability, can
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.seeds import flaw_of_seed

PREPARE_SUGGESTIONS = "prepare_suggestions"
MOST_BOXES = 5
AT_ONCE = 1000


def scores_to_suggest(project: Project) -> "QuerySet[Score]":
    """Scores whose predictions can be suggested: those on splits that are not hidden."""
    scores = Score.objects.filter(system__project=project, files__part=Part.PREDICTIONS)
    return scores.exclude(split=project.hidden_split) if project.hidden_split else scores


def systems_to_suggest(project: Project) -> "QuerySet[System]":
    """The project's systems with such a score, by name."""
    scores = scores_to_suggest(project)
    return System.objects.filter(pk__in=scores.values("system")).order_by("name")


@transaction.atomic
def suggest(
    *,
    project: Project,
    mode: str,
    system: int,
    share: float,
    boxes: int,
    seed: int,
    at: datetime,
    actor: User | None,
) -> tuple[SuggestionPlan, Job]:
    """Suggest a system's predictions from now on, and the job that reads them.

    Raises ``ConflictError`` for a project of another kind than NQ, and for one that asks for
    further annotations where answers are unsettled: there, any example may measure agreement.
    ``InvalidInputError`` for a system without stored predictions and values out of bounds.
    """
    # Before anything is read: a lead may be deleting the system, or hiding a split.
    project = lock_project(project)
    if not can(project.kind, Ability.SUGGESTIONS):
        raise ConflictError("no_suggestions", "Only projects of Natural Questions have boxes.")
    if project.adaptive_cap is not None:
        raise ConflictError(
            "overlap_adapts",
            "Adaptive overlap is on, so any example may come to measure agreement. Turn it off "
            "first: examples that measure agreement get no suggestions.",
        )
    found = systems_to_suggest(project).filter(pk=system).first()
    fields = _flaws(found, mode, share, boxes, seed)
    if found is None or fields:
        raise InvalidInputError("invalid_suggestions", "This can't be suggested.", fields=fields)
    scores = scores_to_suggest(project).filter(system=found).order_by("pk")
    choice = Choice(
        mode=mode,
        system_name=found.name,
        receipts=list(scores.values_list("receipt", flat=True)),
        share=share,
        boxes=boxes if mode == Mode.RANK else 1,
        seed=seed,
    )
    plan = begin_plan(project=project, choice=choice, at=at, actor=actor)
    job = create_job(
        kind=PREPARE_SUGGESTIONS,
        parameters={"plan": plan.pk},
        project_id=project.pk,
        at=at,
        created_by=actor,
        filename=found.name,
    )
    return plan, job


def preparing_job(plan: SuggestionPlan) -> UUID | None:
    """The job that reads a plan's predictions, until it is done."""
    if plan.ready_at is not None:
        return None
    jobs = Job.objects.filter(
        kind=PREPARE_SUGGESTIONS, project_id=plan.project_id, parameters__plan=plan.pk
    )
    return jobs.order_by("-created_at").values_list("pk", flat=True).first()


def _flaws(system: System | None, mode: str, share: float, boxes: int, seed: int) -> dict[str, str]:
    fields = {}
    if system is None:
        fields["system"] = "Choose a system of the leaderboard, scored on a split you can see."
    if mode not in Mode.values:
        fields["mode"] = f"Choose one of {', '.join(Mode.values)}."
    if not 0 <= share <= 1:
        fields["share"] = "Give a number from 0 to 1."
    if not 1 <= boxes <= MOST_BOXES:
        fields["boxes"] = f"Give a whole number from 1 to {MOST_BOXES}."
    if fix := flaw_of_seed(seed):
        fields["seed"] = fix
    return fields


def prepare_suggestions(context: JobContext) -> str:
    """Store what a plan's system predicts for each example; the closing sentence.

    A prediction counts from the threshold on at which the leaderboard scores the system, as do its
    short answers. A worker that takes the job over starts again; rows that are there stay.
    """
    plan = _plan_of(context)
    found = Score.ever.filter(receipt__in=plan.receipts, system__deleted_at=None).defer(
        "replicates"
    )
    scores = list(found.order_by("pk"))
    if len(scores) < len(plan.receipts):
        raise _deleted(plan)
    done = 0
    context.save(done=0, message="Reading predictions")
    for score in scores:
        predicted = _predicted(plan, score, folder_of_job(context.job.pk))
        while rows := list(islice(predicted, AT_ONCE)):
            with transaction.atomic():
                PredictedAnswer.objects.bulk_create(rows, ignore_conflicts=True)
                done += len(rows)
                context.save(done=done)
            context.let_worker_end()
    with transaction.atomic():
        _plan_of(context)
        SuggestionPlan.objects.filter(pk=plan.pk).update(ready_at=timezone.now())
        context.save(done=done, total=done, checkpoint={"ready": True}, further=True)
    return f"{plan.system_name} has an answer to {done:,} example{'' if done == 1 else 's'}."


def discard_suggestions(context: JobContext) -> None:
    """End the plan of a job that failed or was stopped."""
    plan = SuggestionPlan.objects.filter(pk=context.parameters["plan"], ended_at__isnull=True)
    for each in plan.select_related("project"):
        end_plan(project=each.project, at=timezone.now(), actor=None)


def _plan_of(context: JobContext) -> SuggestionPlan:
    plan = SuggestionPlan.objects.filter(pk=context.parameters["plan"], ended_at__isnull=True)
    found = plan.first()
    if found is None:
        raise JobFailedError("Another choice has taken the place of this one.")
    return found


def _deleted(plan: SuggestionPlan) -> JobFailedError:
    return JobFailedError(
        f"A lead has deleted {plan.system_name} from the leaderboard. Choose another system."
    )


def _predicted(plan: SuggestionPlan, score: Score, below: Path) -> Iterator[PredictedAnswer]:
    split = stored_name(score.split)
    examples = Example.objects.filter(MAIN_TASK, project=plan.project_id, split=split)
    keys = dict(examples.values_list("example_id", "pk"))
    least_long, least_short = (
        score.metrics.get(f"{part}-best-threshold") for part in ("long", "short")
    )
    for each in _stored_predictions(plan, score, below):
        key, long = keys.get(each.example_id), each.answer.long_answer
        is_sure = least_long is None or each.long_score >= least_long
        if key is None or long is None or not is_sure:
            continue
        has_short = least_short is None or each.short_score >= least_short
        yield PredictedAnswer(
            plan=plan, example_id=key, prediction=_prediction(each, has_short=has_short)
        )


def _prediction(each: Prediction, *, has_short: bool) -> dict[str, Any]:
    answer = each.answer
    return {
        "long": offsets_of(answer.long_answer),
        "short": [offsets_of(span) for span in answer.short_answers] if has_short else [],
        "yes_no": answer.yes_no_answer if has_short else "NONE",
        "boxes": [offsets_of(span) for span in each.other_long_answers],
    }


def _stored_predictions(plan: SuggestionPlan, score: Score, below: Path) -> list[Prediction]:
    stored = ScoredFile.objects.filter(score=score, part=Part.PREDICTIONS).first()
    if stored is None:
        raise _deleted(plan)
    with tempfile.TemporaryDirectory(prefix="plumbline-suggestions-", dir=below) as folder:
        path = Path(folder) / "predictions.json"
        path.write_bytes(unpack(stored.content))
        return read_predictions(path, name=stored.name)
