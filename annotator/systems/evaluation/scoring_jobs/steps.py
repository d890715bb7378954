"""The steps of every job that scores files of predictions: check, score, keep."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from annotator.exchange.imports.listed_problems import listed_problem
from annotator.foundation.names.naming import name_key
from annotator.material.corpus.splits import check_splits_of_job
from annotator.material.corpus.storage import Packed
from annotator.material.formats.problems import FormatError, counted
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.systems.evaluation.answer_extractor.site_extractor import (
    SiteExtractor,
    site_extractor,
)
from annotator.systems.evaluation.gold.material import Material, read_material
from annotator.systems.evaluation.leaderboard.hidden_scores import OWN_EXTRACTOR_ALONE
from annotator.systems.evaluation.leaderboard.queries import kept_people
from annotator.systems.evaluation.models import Part, System
from annotator.systems.evaluation.records.services import (
    Entry,
    KeptFile,
    check_free,
    keep_score,
)
from annotator.systems.evaluation.scoring.metric_names import EXTRACTOR
from annotator.systems.evaluation.scoring.score import score
from annotator.systems.evaluation.scoring.scored import Scored, Settings
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.job_folders import folder_of_job
from annotator.workspace.projects.hidden_split import names_hidden_split, sees_hidden_split
from annotator.workspace.projects.models import Project

EXAMPLES = "examples"
"""What a job's checkpoint has once its score is kept: on how many examples."""


def uploads_of(context: JobContext) -> dict[Part, Path]:
    """The uploaded files of a job, by part."""
    return {Part(part): Path(path) for part, path in context.parameters["paths"].items()}


def progress_of(context: JobContext) -> Callable[[int], None]:
    """A function that saves how many examples are done, and lets the worker end between them."""

    def on_done(done: int) -> None:
        context.save(done=done)
        context.let_worker_end()

    return on_done


class ScoredFiles(NamedTuple):
    """A system's scores, the files that they came from, and the parameters of their receipt."""

    scored: Scored
    files: Mapping[Part, KeptFile]
    parameters: Mapping[str, Any]


def scored_files(
    material: Material,
    paths: Mapping[Part, Path],
    settings: Settings,
    extractor: SiteExtractor | None,
    *,
    names_missing: bool = True,
    on_scored: Callable[[int], None],
) -> ScoredFiles:
    """Score predictions; where the files don't have what an extractor found, this one reads them.

    Raises ``FormatError`` if something is wrong with the files, ``UndefinedMeasureError`` where
    no example has an annotation.
    """
    predictions = material.gold.read_predictions(
        paths[Part.PREDICTIONS], paths.get(Part.FOUND), settings, names_missing=names_missing
    )
    files = {
        part: KeptFile(path.name, Packed.of(path.read_bytes())) for part, path in paths.items()
    }
    further: dict[str, Any] = {"simulated_annotations": True} if material.is_simulated else {}
    if extractor and Part.FOUND not in paths:
        found = extractor.found_in(material.gold.examples, predictions.answers)
        predictions = replace(predictions, found=found)
        files[Part.FOUND] = KeptFile("found.json", Packed.of(extractor.file_of(found)))
        further[EXTRACTOR] = extractor.sha256
    scored = score(material.gold, predictions, settings, on_scored)
    return ScoredFiles(scored, files, {**scored.parameters, **further})


def check_scorable(
    context: JobContext, project: Project, *, baseline: str = "", is_trained: bool = False
) -> None:
    """Raise ``JobFailedError`` where the job's split can't be scored on, and what ``check_free``
    raises.
    """
    name, split = context.parameters["name"], context.parameters["split"]
    check_splits_of_job(context.job, project, [split])
    check_free(project=project, name=name, split=split, baseline=baseline, is_trained=is_trained)


def score_files(
    context: JobContext,
    project: Project,
    uploads: Mapping[Part, Path],
    *,
    notes: str | None = None,
    baseline: str = "",
    is_trained: bool = False,
    is_withheld: bool = False,
) -> Entry:
    """Score files of predictions by the job's parameters; what is to be kept.

    ``is_trained`` and ``is_withheld`` as in ``Entry``. Raises ``JobFailedError``.
    """
    parameters, folder = context.parameters, folder_of_job(context.job.pk)
    split = parameters["split"]
    check_scorable(context, project, baseline=baseline, is_trained=is_trained)
    if Part.FOUND in uploads and names_hidden_split(project, [split]):
        raise JobFailedError(f"Nothing was scored: {OWN_EXTRACTOR_ALONE}")
    context.save(done=0, message="Reading annotations")
    material = read_material(project, split, below=folder)
    extractor = site_extractor(context, project, folder)
    context.save(message="Scoring")
    with _listing_problems(context):
        scored, files, receipt_parameters = scored_files(
            material,
            uploads,
            material.settings(parameters),
            extractor,
            names_missing=not material.is_hidden or _sees_hidden(context, project),
            on_scored=progress_of(context),
        )
    context.save(message="Scoring people")
    people = material.files.people(
        material.gold,
        kept=kept_people(project, material.packed.sha256),
        thresholds=[parameters["non_null_annotations"]],
        extractor=extractor,
        alone=_alone(parameters),
    )
    return Entry(
        name=parameters["name"],
        notes=parameters["notes"] if notes is None else notes,
        split=split,
        gold=material.packed,
        people=people,
        files=files,
        parameters=receipt_parameters,
        scored=scored,
        groups=material.groups,
        is_simulated=material.is_simulated,
        baseline=baseline,
        is_trained=is_trained,
        is_withheld=is_withheld,
        read_at=material.read_at,
    )


@contextmanager
def keeping(context: JobContext, project: Project, entry: Entry) -> Iterator[System]:
    """Keep a score; what belongs to the system is kept in the body, in the same transaction.

    If the body raises, nothing is kept. Raises what ``keep_score`` raises.
    """
    job = context.job
    examples = entry.scored.examples
    total = examples + entry.scored.unannotated
    with transaction.atomic():
        kept = keep_score(
            project=project,
            entry=entry,
            at=timezone.now(),
            actor=job.created_by,
            asked_at=job.created_at,
        )
        yield kept.system
        context.save(done=total, total=total, checkpoint={EXAMPLES: examples}, further=True)


def is_scored(context: JobContext) -> bool:
    """Whether the job's score is kept: a worker that takes it over has nothing left to do."""
    return EXAMPLES in context.checkpoint


def closing_sentence(context: JobContext) -> str:
    """What a job says whose score is kept."""
    name, examples = context.parameters["name"], context.checkpoint[EXAMPLES]
    return f"Scored {name} on {examples:,} example{'' if examples == 1 else 's'}."


def _sees_hidden(context: JobContext, project: Project) -> bool:
    """Whether problems may name examples of a hidden split that the uploader has not named."""
    uploader = context.job.created_by
    return uploader is None or sees_hidden_split(user=uploader, project=project)


def _alone(parameters: Mapping[str, Any]) -> Project | None:
    """The project of people without context that the job names, if it names one."""
    slug = parameters.get("without_context")
    if not slug:
        return None
    project = Project.objects.filter(slug_key=name_key(slug)).first()
    if project is None:
        raise JobFailedError(f"Nothing was scored: the project {slug} no longer exists.")
    return project


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
