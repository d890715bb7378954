"""The jobs that score: a system's predictions here, encoders in ``retrieval``."""

from pathlib import Path

from django.db import transaction
from django.utils import timezone

from annotator.evaluation.answer_groups import groups_of
from annotator.evaluation.gold import gold_of, is_simulated
from annotator.evaluation.models import Part
from annotator.evaluation.people import people_on_asqa, people_on_natural_questions
from annotator.evaluation.receipts import written
from annotator.evaluation.retrieval.job import SCORE_RETRIEVAL, score_retrieval
from annotator.evaluation.scoring import Scored, Scoring, asqa_gold, score
from annotator.evaluation.services import Entry, KeptFile, check_free, keep_score
from annotator.exports.splits import check_splits
from annotator.formats.gold_answers import read_gold
from annotator.formats.problems import FormatError
from annotator.imports.listed_problems import listed_problem
from annotator.jobs.context import JobContext, JobFailedError
from annotator.jobs.registry import register
from annotator.measures.undefined import UndefinedMeasureError
from annotator.projects.job_project import project_of
from annotator.projects.models import Kind

SCORE_SYSTEM = "score_system"


def score_system(context: JobContext) -> str:
    """Check a system's predictions, score them and keep everything; the closing sentence.

    Parameters of the job: ``name`` and ``notes`` of the system, the ``split``, ``paths`` of the
    uploaded files by part, ``non_null_annotations``. A worker that takes the job over starts again:
    nothing is kept before the end.
    """
    project, parameters = project_of(context.job), context.parameters
    name, split = parameters["name"], parameters["split"]
    if "examples" in context.checkpoint:
        return _closing_sentence(name, context.checkpoint["examples"])
    check_splits(project, [split])
    check_free(project=project, name=name, split=split)
    context.save(done=0, message="Reading annotations")
    gold, simulated = gold_of(project, split), is_simulated(project)
    uploads = {Part(part): Path(path) for part, path in parameters["paths"].items()}
    with written(project.kind, gold, {}) as paths:
        scoring = Scoring(
            kind=project.kind,
            split=split,
            gold=paths["gold"],
            predictions=uploads[Part.PREDICTIONS],
            found=uploads.get(Part.FOUND),
            non_null_annotations=parameters["non_null_annotations"],
        )
        scored = _scored(context, scoring)
        context.save(message="Scoring people")
        people = (
            people_on_natural_questions(read_gold([paths["gold"]]), scoring.non_null_annotations)
            if project.kind == Kind.NQ
            else people_on_asqa(asqa_gold(paths["gold"], split))
        )
    entry = Entry(
        name=name,
        notes=parameters["notes"],
        split=split,
        gold=gold,
        people=people,
        files={part: KeptFile(path.name, path.read_bytes()) for part, path in uploads.items()},
        parameters=scoring.parameters | ({"simulated_annotations": True} if simulated else {}),
        scored=scored,
        groups=groups_of(project, split) if project.kind == Kind.NQ else {},
        is_simulated=simulated,
    )
    total = scored.examples + scored.unannotated
    with transaction.atomic():
        keep_score(project=project, entry=entry, at=timezone.now(), actor=context.job.created_by)
        context.save(done=total, total=total, checkpoint={"examples": scored.examples})
    return _closing_sentence(name, scored.examples)


def _scored(context: JobContext, scoring: Scoring) -> Scored:
    """The scores; raises ``JobFailedError`` where there are none, with all problems listed."""

    def on_scored(done: int) -> None:
        context.save(done=done)
        context.let_worker_end()

    context.save(message="Scoring")
    try:
        return score(scoring, on_scored)
    except FormatError as error:
        with transaction.atomic():
            context.add_problems([listed_problem(each) for each in error.problems])
            context.save()
        number = len(error.problems)
        noun = "problem" if number == 1 else "problems"
        raise JobFailedError(f"Nothing was scored: {number:,} {noun}.") from error
    except UndefinedMeasureError as error:
        raise JobFailedError(f"Nothing was scored: {error}.") from error


def _closing_sentence(name: str, examples: int) -> str:
    return f"Scored {name} on {examples:,} example{'' if examples == 1 else 's'}."


register(
    SCORE_SYSTEM,
    score_system,
    cancelled="Cancelled. Nothing was kept.",
    is_past_undoing=lambda checkpoint: "examples" in checkpoint,
)
register(
    SCORE_RETRIEVAL,
    score_retrieval,
    cancelled="Cancelled. Nothing was kept.",
    is_past_undoing=lambda checkpoint: "questions" in checkpoint,
)
