"""The jobs that score a system's predictions, or a baseline's; encoders are in ``retrieval``."""

import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from annotator.systems.evaluation.baselines.baseline_run import (
    check_source,
    plan_of,
    predictions_file,
)
from annotator.systems.evaluation.models import Part
from annotator.systems.evaluation.retrieval.job import SCORE_RETRIEVAL, score_retrieval
from annotator.systems.evaluation.scoring_jobs.scoring_again import (
    SCORE_AGAIN,
    discard_scoring_again,
    score_again,
)
from annotator.systems.evaluation.scoring_jobs.steps import (
    check_scorable,
    closing_sentence,
    is_scored,
    keeping,
    progress_of,
    score_files,
    uploads_of,
)
from annotator.systems.evaluation.suggesting import (
    PREPARE_SUGGESTIONS,
    discard_suggestions,
    prepare_suggestions,
)
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.job_folders import folder_of_job
from annotator.workspace.jobs.registry import register
from annotator.workspace.projects.job_project import project_of

SCORE_SYSTEM = "score_system"
SCORE_BASELINE = "score_baseline"


def score_system(context: JobContext) -> str:
    """Check a system's predictions, score them and keep everything; the closing sentence.

    Parameters of the job: ``name`` and ``notes`` of the system, the ``split``, ``paths`` of the
    uploaded files by part, ``non_null_annotations``, ``passages`` (1) and ``without_context``, the
    slug of the project of people who saw the question alone (none). A worker that takes the job
    over starts again: nothing is kept before the end.
    """
    if not is_scored(context):
        project = project_of(context.job)
        with keeping(context, project, score_files(context, project, uploads_of(context))):
            pass
    return closing_sentence(context)


def score_baseline(context: JobContext) -> str:
    """Have a baseline predict a split, score it and keep all of it; the closing sentence.

    Parameters of the job: ``name``, ``split`` and ``non_null_annotations`` as for a system;
    ``baseline``, its kind; ``train_project`` (a slug), ``train_split`` and ``seed`` as in
    ``Plan``. A worker that takes the job over starts again.
    """
    if is_scored(context):
        return closing_sentence(context)
    project, baseline = project_of(context.job), context.parameters["baseline"]
    plan = plan_of(project, context.parameters)
    check_scorable(context, project, baseline=baseline)
    place = folder_of_job(context.job.pk)
    with tempfile.TemporaryDirectory(prefix="plumbline-baseline-", dir=place) as folder:
        path = Path(folder) / f"{baseline}.json"
        context.save(done=0, message="Predicting")
        path.write_bytes(predictions_file(plan, progress_of(context)))
        uploads = {Part.PREDICTIONS: path}
        entry = score_files(context, project, uploads, notes=plan.sentence, baseline=baseline)
    with keeping(context, project, entry):
        check_source(plan_of(project, context.parameters))
    return closing_sentence(context)


def has_kept(key: str, checkpoint: Mapping[str, Any]) -> bool:
    """Whether a job's last step, which leaves ``key`` in its checkpoint, is done."""
    return key in checkpoint


for kind, run, key in (
    (SCORE_SYSTEM, score_system, "examples"),
    (SCORE_BASELINE, score_baseline, "examples"),
    (SCORE_RETRIEVAL, score_retrieval, "questions"),
):
    register(
        kind,
        run,
        cancelled="Cancelled. Nothing was kept.",
        is_past_undoing=partial(has_kept, key),
    )

register(
    SCORE_AGAIN,
    score_again,
    discard_scoring_again,
    cancelled="Cancelled. The scores are as they were.",
    is_past_undoing=partial(has_kept, "replaced"),
)

register(
    PREPARE_SUGGESTIONS,
    prepare_suggestions,
    discard=discard_suggestions,
    cancelled="Cancelled. Nothing is suggested.",
    is_past_undoing=partial(has_kept, "ready"),
)
