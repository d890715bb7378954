"""The job that computes a project's statistics."""

import threading

from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from annotator.foundation.messages.tasks_by_name import send_task
from annotator.quality.reports.adaptive import ADAPT_OVERLAP, start_adapting
from annotator.quality.reports.adaptive_job import adapt_overlap
from annotator.quality.reports.chunks import build_next_chunk, plan_chunks
from annotator.quality.reports.compute import compute_report
from annotator.quality.reports.kinds import sections_of
from annotator.quality.reports.models import Report
from annotator.quality.reports.services import STATISTICS_JOBS, hidden_split_of
from annotator.quality.reports.stages import Stopwatch
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.registry import register
from annotator.workspace.projects.models import Project

WAIT_SECONDS = 0.2
"""Between two looks at what other workers have in hand."""
HELPERS = 3
"""Further workers that are asked; with fewer, the messages find nothing left to do."""

WORTH_HELP = 4
"""Chunks that a worker builds alone before others have heard of it."""


def compute_statistics(context: JobContext) -> str:
    """Bring the chunks up to date, together with other workers, and compute one report.

    A worker that takes the job over finds the chunks that are built, and begins with the next. A
    section that fails leaves the others as they are, and the closing sentence names it.
    """
    project = Project.objects.filter(pk=context.job.project_id or 0).first()
    if project is None:
        raise JobFailedError("The project no longer exists.")
    if Report.objects.filter(job_id=context.job.pk).exists():
        start_adapting(project=project, at=context.job.created_at)
        return _closing(Report.objects.get(job_id=context.job.pk))
    stopwatch = Stopwatch()
    with stopwatch.stage("plan"):
        stale = plan_chunks(project)
    before = context.job.done
    hidden_split = hidden_split_of(context.job)
    sections = len(sections_of(project.kind, hidden_split))
    context.save(total=before + stale + sections, message="Reading annotations")
    _ask_for_help(project, stale)
    with stopwatch.stage("chunks"):
        _build_all(context, project, before, stale)
    done = before + stale
    context.save(done=done, message="Computing")

    def on_section(number: int) -> None:
        context.save(done=done + number)
        context.let_worker_end()

    report = compute_report(
        project=project,
        at=context.job.created_at,
        seed=context.parameters["seed"],
        stopwatch=stopwatch,
        hidden_split=hidden_split,
        job_id=context.job.pk,
        on_section=on_section,
    )
    start_adapting(project=project, at=context.job.created_at)
    return _closing(report)


def _ask_for_help(project: Project, chunks: int) -> None:
    """Tell other workers of ``chunks`` that are to be built; without a broker, nobody comes."""
    for _ in range(min(HELPERS, chunks // WORTH_HELP)):
        try:
            send_task("reports.help_with_chunks", project.pk)
        except (BrokerError, OSError):
            return


def _build_all(context: JobContext, project: Project, done: int, stale: int) -> None:
    pause = threading.Event()
    while (built := build_next_chunk(project, at=timezone.now())) is not None:
        if built:
            done, stale = done + 1, max(stale - 1, 0)
        else:
            pause.wait(WAIT_SECONDS)
        # Building chunks again, of annotations that came in between two runs, does not count.
        fewest = context.checkpoint.get("stale")
        if built and (fewest is None or stale < fewest):
            context.save(done=done, checkpoint={"stale": stale}, further=True)
        else:
            context.save(done=done)
        context.let_worker_end()


def _closing(report: Report) -> str:
    said = f"Computed from {report.annotations:,} annotations of {report.examples:,} examples."
    if not report.failed_sections:
        return said
    failed = ", ".join(name.replace("_", " ") for name in report.failed_sections)
    return f"{said} Could not be computed because of an error: {failed}. The server's log has it."


for kind in STATISTICS_JOBS.values():
    register(kind, compute_statistics, cancelled="Cancelled. The last report stays as it was.")

register(
    ADAPT_OVERLAP,
    adapt_overlap,
    cancelled="Stopped half-way. What was asked for so far stays.",
)
