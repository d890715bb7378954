"""The jobs that score a system's predictions, or a baseline's; encoders are in ``retrieval``."""

import hashlib
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotator.exchange.imports.listed_problems import listed_problem
from annotator.foundation.names.naming import name_key
from annotator.material.corpus.hidden_since import check_not_hidden_since
from annotator.material.corpus.splits import check_splits, names_hidden_split
from annotator.material.corpus.storage import Packed
from annotator.material.formats.gold_answers import read_gold
from annotator.material.formats.problems import FormatError, counted
from annotator.measures.undefined import UndefinedMeasureError
from annotator.systems.evaluation.answer_groups import groups_of
from annotator.systems.evaluation.asqa_people import current_people
from annotator.systems.evaluation.baseline_run import check_source, plan_of, predictions_file
from annotator.systems.evaluation.gold import gold_of, is_simulated
from annotator.systems.evaluation.halves import HALVES, scored_halves, seed_of_halves, seed_sha256
from annotator.systems.evaluation.hidden_scores import OWN_READER_ALONE
from annotator.systems.evaluation.metric_names import READER
from annotator.systems.evaluation.models import Part, System
from annotator.systems.evaluation.people import people_on_natural_questions
from annotator.systems.evaluation.project_secret import secret_seed
from annotator.systems.evaluation.queries import kept_people
from annotator.systems.evaluation.receipts import written
from annotator.systems.evaluation.retrieval.job import SCORE_RETRIEVAL, score_retrieval
from annotator.systems.evaluation.scoring import Scoring, asqa_gold, score
from annotator.systems.evaluation.scoring_again import (
    SCORE_AGAIN,
    discard_scoring_again,
    score_again,
)
from annotator.systems.evaluation.services import Entry, KeptFile, check_free, keep_score
from annotator.systems.evaluation.site_reader import site_reader
from annotator.systems.evaluation.suggesting import (
    PREPARE_SUGGESTIONS,
    discard_suggestions,
    prepare_suggestions,
)
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.files import folder_of_job
from annotator.workspace.jobs.registry import register
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Kind, Project
from annotator.workspace.projects.queries import sees_hidden_split

SCORE_SYSTEM = "score_system"
SCORE_BASELINE = "score_baseline"


def score_system(context: JobContext) -> str:
    """Check a system's predictions, score them and keep everything; the closing sentence.

    Parameters of the job: ``name`` and ``notes`` of the system, the ``split``, ``paths`` of the
    uploaded files by part, ``non_null_annotations``, ``passages`` (1) and ``without_context``, the
    slug of the project of people who saw the question alone (none). A worker that takes the job
    over starts again: nothing is kept before the end.
    """
    paths = context.parameters["paths"]
    return score_files(context, {Part(part): Path(path) for part, path in paths.items()})


def score_baseline(context: JobContext) -> str:
    """Have a baseline predict a split, score it and keep all of it; the closing sentence.

    Parameters of the job: ``name``, ``split`` and ``non_null_annotations`` as for a system;
    ``baseline``, its kind; ``train_project`` (a slug), ``train_split`` and ``seed`` as in
    ``Plan``. A worker that takes the job over starts again.
    """
    project, parameters = project_of(context.job), context.parameters
    name, baseline = parameters["name"], parameters["baseline"]
    plan = plan_of(project, parameters)
    if "examples" not in context.checkpoint:
        check_splits(project, [plan.split])
        check_not_hidden_since(context.job, project, [plan.split])
        check_free(project=project, name=name, split=plan.split, baseline=baseline)
    place = folder_of_job(context.job.pk)
    with tempfile.TemporaryDirectory(prefix="plumbline-baseline-", dir=place) as folder:
        path = Path(folder) / f"{baseline}.json"
        if "examples" not in context.checkpoint:
            context.save(done=0, message="Predicting")
            path.write_bytes(predictions_file(plan, _progress(context)))
        return score_files(
            context,
            {Part.PREDICTIONS: path},
            notes=plan.sentence,
            baseline=baseline,
            check_source=lambda: check_source(plan_of(project, parameters)),
        )


def _progress(context: JobContext) -> Callable[[int], None]:
    """A function that saves how many examples are done, and lets the worker end between them."""

    def on_done(done: int) -> None:
        context.save(done=done)
        context.let_worker_end()

    return on_done


def score_files(
    context: JobContext,
    uploads: Mapping[Part, Path],
    *,
    notes: str | None = None,
    baseline: str = "",
    is_trained: bool = False,
    is_withheld: bool = False,
    keep_with: Callable[[System], None] = lambda system: None,  # noqa: ARG005
    check_source: Callable[[], None] = lambda: None,
) -> str:
    """Score files of predictions by the job's parameters, and keep all of it; a sentence.

    ``check_source`` raises ``JobFailedError`` if what the predictions were made from has been
    hidden before they are kept. ``keep_with`` keeps what belongs to the system together with its
    score, such as the model of one that was trained here (``is_trained``). ``is_withheld`` as in
    ``System``.
    """
    project, parameters = project_of(context.job), context.parameters
    name, split = parameters["name"], parameters["split"]
    if "examples" in context.checkpoint:
        return _closing_sentence(name, context.checkpoint["examples"])
    check_splits(project, [split])
    check_not_hidden_since(context.job, project, [split])
    if Part.FOUND in uploads and names_hidden_split(project, [split]):
        raise JobFailedError(f"Nothing was scored: {OWN_READER_ALONE}")
    check_free(project=project, name=name, split=split, baseline=baseline, is_trained=is_trained)
    context.save(done=0, message="Reading annotations")
    read_at = timezone.now()
    gold, simulated = gold_of(project, split), is_simulated(project)
    further: dict[str, Any] = {"simulated_annotations": True} if simulated else {}
    reader = site_reader(context) if project.kind == Kind.ASQA else None
    # A killed worker leaves hidden answers here, in a folder that goes with the job.
    with written(project.kind, gold, {}, below=folder_of_job(context.job.pk)) as paths:
        scoring = Scoring(
            kind=project.kind,
            split=split,
            gold=paths["gold"],
            predictions=uploads[Part.PREDICTIONS],
            found=uploads.get(Part.FOUND),
            non_null_annotations=parameters["non_null_annotations"],
            passages=parameters.get("passages", 1),
            names_missing=_may_name(context, project, split),
            secret_seed=(
                secret_seed(project, hashlib.sha256(gold).hexdigest())
                if names_hidden_split(project, [split])
                else None
            ),
        )
        with _listing_problems(context):
            if reader and scoring.found is None:
                scoring = replace(scoring, found=reader.file_for(scoring))
                further[READER] = reader.sha256
            context.save(message="Scoring")
            scored = score(scoring, _progress(context))
            seed = seed_of_halves(project, split)
            halves = scored_halves(scoring, seed) if seed else {}
            further |= {HALVES: seed_sha256(seed)} if seed else {}
        files = _kept_files(scoring)
        context.save(message="Scoring people")
        people = (
            people_on_natural_questions(read_gold([paths["gold"]]), scoring.non_null_annotations)
            if project.kind == Kind.NQ
            else current_people(
                asqa_gold(paths["gold"], split),
                kept=kept_people(project, gold),
                reader=reader,
                alone=_alone(parameters),
            )
        )
    entry = Entry(
        name=name,
        notes=parameters["notes"] if notes is None else notes,
        split=split,
        gold=Packed.of(gold),
        people=people,
        files=files,
        parameters=scoring.parameters | scored.parameters | further,
        scored=scored,
        groups=groups_of(project, split) if project.kind == Kind.NQ else {},
        is_simulated=simulated,
        baseline=baseline,
        is_trained=is_trained,
        is_withheld=is_withheld,
        halves=halves,
        read_at=read_at,
    )
    total = scored.examples + scored.unannotated
    with transaction.atomic():
        # Scoring takes long enough for a lead to hide the split.
        check_not_hidden_since(context.job, lock_project(project), [split])
        check_source()
        kept = keep_score(
            project=project, entry=entry, at=timezone.now(), actor=context.job.created_by
        )
        keep_with(kept.system)
        checkpoint = {"examples": scored.examples}
        context.save(done=total, total=total, checkpoint=checkpoint, further=True)
    return _closing_sentence(name, scored.examples)


def _may_name(context: JobContext, project: Project, split: str) -> bool:
    """Whether problems may name examples of the split that the uploader has not named."""
    uploader = context.job.created_by
    return (
        split != project.hidden_split
        or uploader is None
        or sees_hidden_split(user=uploader, project=project)
    )


def _alone(parameters: Mapping[str, Any]) -> Project | None:
    """The project of people without context that the job names, if it names one."""
    slug = parameters.get("without_context")
    if not slug:
        return None
    project = Project.objects.filter(slug_key=name_key(slug)).first()
    if project is None:
        raise JobFailedError(f"Nothing was scored: the project {slug} no longer exists.")
    return project


def _kept_files(scoring: Scoring) -> dict[Part, KeptFile]:
    files = {Part.PREDICTIONS: scoring.predictions}
    if scoring.found:
        files[Part.FOUND] = scoring.found
    return {part: KeptFile(path.name, Packed.of(path.read_bytes())) for part, path in files.items()}


@contextmanager
def _listing_problems(context: JobContext) -> Iterator[None]:
    """Turn what is wrong with predictions into ``JobFailedError``, with all problems listed."""
    try:
        yield
    except FormatError as error:
        with transaction.atomic():
            context.add_problems([listed_problem(each) for each in error.problems])
            context.save()
        raise JobFailedError(f"Nothing was scored: {counted(error.problems)}.") from error
    except UndefinedMeasureError as error:
        raise JobFailedError(f"Nothing was scored: {error}.") from error


def _closing_sentence(name: str, examples: int) -> str:
    return f"Scored {name} on {examples:,} example{'' if examples == 1 else 's'}."


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
