"""The job that ranks the answers of a project, or of a SQuAD file, by an encoder."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotator.exchange.imports.listed_problems import listed_problem
from annotator.foundation.files.published_files import published_file
from annotator.material.corpus.splits import main_examples, refuse_hidden_since, splits_of
from annotator.material.corpus.storage import Packed, unpack
from annotator.material.formats.problems import FormatError, counted
from annotator.material.formats.squad.files import read_squad
from annotator.systems.evaluation.gold.gold_file import is_simulated
from annotator.systems.evaluation.models import EncoderKind, RetrievalBenchmark, VectorsOf
from annotator.systems.evaluation.records.services import KeptFile
from annotator.systems.evaluation.retrieval.asked_project import asked_in
from annotator.systems.evaluation.retrieval.benchmark import build_benchmark
from annotator.systems.evaluation.retrieval.details import FIRST
from annotator.systems.evaluation.retrieval.encoder_error import EncoderError
from annotator.systems.evaluation.retrieval.run import Run, run_encoder
from annotator.systems.evaluation.retrieval.services import Asked, check_free, keep_retrieval
from annotator.systems.evaluation.retrieval.shared_encoding import (
    BENCHMARK,
    ask_for_help,
    folder_of,
)
from annotator.systems.evaluation.retrieval.stored import benchmark_json, read_benchmark
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project

SCORE_RETRIEVAL = "score_retrieval"
SQUAD = "squad"
"""The path of an uploaded SQuAD file, among the parameters' ``paths``."""


def score_retrieval(context: JobContext) -> str:
    """Rank the answers to all questions by an encoder and keep the result; the closing sentence.

    Parameters of the job: ``name`` and ``encoder``; what is asked, by one of ``benchmark`` (the key
    of a stored one), ``split`` ("" for all but the hidden one) and ``paths`` with ``squad``; and
    ``paths`` of vectors, by whose they are. What is done is kept in the job's own folder, from
    which the next worker goes on; the folder goes when the job ends.
    """
    project, name = project_of(context.job), context.parameters["name"]
    if "questions" in context.checkpoint:
        return _closing_sentence(name, context.checkpoint["questions"])
    folder = folder_of(context.job.pk)
    folder.mkdir(parents=True, exist_ok=True)
    context.save(message="Reading questions and sentences")
    asked = _asked(context, project, folder)
    refuse_hidden_since(context.job, project, asked.splits)
    packed = Packed.of(benchmark_json(asked.benchmark))
    check_free(project=project, name=name, sha256=packed.sha256)
    ask_for_help(context.job, asked.benchmark)
    run = _run(context, asked, folder)
    questions = len(asked.benchmark.questions)
    vectors = {
        part: KeptFile(path.name, Packed.of(path.read_bytes()))
        for part, path in _vectors(context.parameters).items()
    }
    # Ranking takes long enough for a lead to hide a split.
    with changing(
        project,
        at=timezone.now(),
        actor=context.job.created_by,
        splits=asked.splits,
        asked_at=context.job.created_at,
    ) as change:
        keep_retrieval(
            change,
            asked=asked,
            name=name,
            encoder=context.parameters["encoder"],
            run=run,
            packed=packed,
            vectors=vectors,
        )
        context.save(checkpoint={"questions": questions}, further=True)
    return _closing_sentence(name, questions)


def _asked(context: JobContext, project: Project, folder: Path) -> Asked:
    """What is asked, as the first worker found it: annotations may have come in since."""
    parameters = context.parameters
    if "benchmark" in parameters:
        return _stored(project, parameters["benchmark"])
    path, named = folder / BENCHMARK, context.checkpoint.get("asked")
    if named and path.exists():
        return Asked(read_benchmark(path.read_bytes()), **named)
    asked = _read_file(context) if SQUAD in parameters["paths"] else _read_project(context, project)
    if not asked.benchmark.questions:
        raise JobFailedError("There is no question with an answer yet.")
    with published_file(path) as file:
        file.write(benchmark_json(asked.benchmark))
    named = {"name": asked.name, "splits": asked.splits, "is_simulated": asked.is_simulated}
    context.save(checkpoint={"asked": named})
    return asked


def _stored(project: Project, key: int) -> Asked:
    found = RetrievalBenchmark.objects.filter(project=project, pk=key).first()
    if found is None:
        raise JobFailedError("The questions were deleted meanwhile.")
    return Asked(
        read_benchmark(unpack(found.content)), found.name, found.splits, found.is_simulated
    )


def _read_file(context: JobContext) -> Asked:
    path = Path(context.parameters["paths"][SQUAD])
    try:
        return Asked(build_benchmark(read_squad(path)), path.name)
    except FormatError as error:
        with transaction.atomic():
            context.add_problems([listed_problem(each) for each in error.problems])
            context.save()
        raise JobFailedError(f"Nothing was ranked: {counted(error.problems)}.") from error


def _read_project(context: JobContext, project: Project) -> Asked:
    split = context.parameters["split"]
    splits = [split] if split else splits_of(main_examples(project))
    benchmark = build_benchmark(asked_in(project, splits))
    return Asked(benchmark, ", ".join(splits)[:255], splits, is_simulated(project))


def _run(context: JobContext, asked: Asked, folder: Path) -> Run:
    parameters, vectors = context.parameters, _vectors(context.parameters)
    total = len(asked.benchmark.sentences) + len(asked.benchmark.questions)
    context.save(total=total, message="Encoding sentences and ranking them")

    def on_done(done: int) -> None:
        context.save(kept=done)
        context.let_worker_end()

    is_uploaded = parameters["encoder"] == EncoderKind.VECTORS
    try:
        run = run_encoder(
            asked.benchmark,
            parameters["encoder"],
            vectors=(vectors[VectorsOf.QUESTIONS], vectors[VectorsOf.ANSWERS])
            if is_uploaded
            else None,
            keep=folder,
            first=FIRST,
            on_done=on_done,
        )
    except EncoderError as error:
        raise JobFailedError(str(error)) from error
    return replace(run, name=parameters["name"])


def _vectors(parameters: dict[str, Any]) -> dict[VectorsOf, Path]:
    return {
        part: Path(parameters["paths"][part]) for part in VectorsOf if part in parameters["paths"]
    }


def _closing_sentence(name: str, questions: int) -> str:
    noun = "question" if questions == 1 else "questions"
    return f"Ranked the answers to {questions:,} {noun} by {name}."
