"""Encoding split over workers: several make the blocks of one job, each those that are free."""

import uuid
from pathlib import Path

from django.conf import settings
from kombu.exceptions import OperationalError as BrokerError

from annotator.foundation.messages.tasks_by_name import send_task
from annotator.material.corpus.storage import unpack
from annotator.systems.evaluation.models import EncoderKind, RetrievalBenchmark
from annotator.systems.evaluation.retrieval.benchmark import Benchmark
from annotator.systems.evaluation.retrieval.encoder_error import EncoderError
from annotator.systems.evaluation.retrieval.encoders import (
    ENCODE_AT_ONCE,
    answer_makers,
    encoder_of,
)
from annotator.systems.evaluation.retrieval.run import kept_blocks
from annotator.systems.evaluation.retrieval.stored import read_benchmark
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.stopping import stop_was_asked

HELPERS = 7
"""Further workers that are asked; with fewer, the messages find nothing left to do."""

WORTH_HELP = 2 * ENCODE_AT_ONCE
"""Answers that a worker encodes alone before another one has loaded the encoder."""

BENCHMARK = "benchmark.json"
"""The questions and sentences of a job, in its folder."""


def folder_of(job_id: uuid.UUID) -> Path:
    """Where a job keeps what is done."""
    return Path(settings.UPLOAD_DIR) / str(job_id) / "kept"


def ask_for_help(job: Job, benchmark: Benchmark) -> None:
    """Tell other workers of the job's encoding; without a broker, nobody comes."""
    answers = len(benchmark.sentences)
    if job.parameters["encoder"] != EncoderKind.MINILM or answers <= WORTH_HELP:
        return
    for _ in range(min(HELPERS, answers // ENCODE_AT_ONCE)):
        try:
            send_task("evaluation.help_with_encoding", str(job.pk))
        except (BrokerError, OSError):
            return


def help_with_encoding(job_id: uuid.UUID) -> None:
    """Encode blocks of answers for a running job until others have the rest in hand.

    The job's worker makes what nobody else does, so it never depends on this.
    """
    job = _running(job_id)
    benchmark = _benchmark_of(job) if job else None
    if job is None or benchmark is None:
        return
    name = job.parameters["encoder"]
    try:
        makers = answer_makers(encoder_of(name), benchmark)
        for _ in kept_blocks(folder_of(job_id), benchmark, name).make_free(makers):
            if stop_was_asked() or _running(job_id) is None:
                return
    except (EncoderError, FileNotFoundError):
        # Without the encoder nobody can help here; a folder that is gone was the ended job's.
        return


def _running(job_id: uuid.UUID) -> Job | None:
    running = Job.objects.filter(pk=job_id, state=JobState.RUNNING, cancel_requested=False)
    return running.first()


def _benchmark_of(job: Job) -> Benchmark | None:
    if "benchmark" in job.parameters:
        stored = RetrievalBenchmark.objects.filter(
            project=job.project_id, pk=job.parameters["benchmark"]
        ).first()
        return read_benchmark(unpack(stored.content)) if stored else None
    path = folder_of(job.pk) / BENCHMARK
    return read_benchmark(path.read_bytes()) if path.exists() else None
