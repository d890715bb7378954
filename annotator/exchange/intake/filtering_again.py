"""The job that filters a project's queries again, once its filters have changed."""

from datetime import datetime

from django.conf import settings
from django.db import transaction

from annotator.exceptions import InvalidInputError
from annotator.exchange.intake.deciding import Decider, filters_of
from annotator.exchange.intake.filtering.decision import Step
from annotator.exchange.intake.filtering.merging import people_within
from annotator.exchange.intake.models import Query
from annotator.exchange.intake.queries import asked_among, undecided_queries
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project

FILTER_QUERIES = "filter_queries"


def start_filtering_again(
    *, project: Project, at: datetime, actor: User | None, queue: bool = True
) -> Job:
    """Create the job; without ``queue`` the caller runs it.

    Raises ``InvalidInputError`` where there is no query to filter.
    """
    if not undecided_queries(project).exists():
        raise InvalidInputError(
            "no_queries", "This project has no queries to filter. Import a log first."
        )
    return create_job(
        kind=FILTER_QUERIES,
        parameters={},
        project_id=project.pk,
        at=at,
        created_by=actor,
        queue=queue,
    )


def filter_queries(context: JobContext) -> str:
    """Run a ``filter_queries`` job; the closing sentence.

    What a lead decided stays, and so do queries that an example asks.
    """
    project = project_of(context.job)
    undecided = undecided_queries(project).order_by("pk")
    if not context.checkpoint:
        start = {"after": 0, "changed": 0}
        context.save(total=undecided.count(), message="Filtering", checkpoint=start)
    decider = Decider(filters_of(project))
    while batch := list(
        undecided.filter(pk__gt=context.checkpoint["after"])[: settings.ROWS_AT_ONCE]
    ):
        _filter(context, decider, batch)
        context.let_worker_end()
    kept = undecided.filter(step=Step.KEPT).count()
    changed: int = context.checkpoint["changed"]
    queries = "query has" if changed == 1 else "queries have"
    wait = "waits" if kept == 1 else "wait"
    return f"{changed:,} {queries} moved to another step; {kept:,} {wait} for a page."


def _filter(context: JobContext, decider: Decider, batch: list[Query]) -> None:
    for query in batch:
        if query.periods is not None:
            query.users = people_within(query.periods, hours=decider.filters.hours)
    decisions = decider.decide([(query.text, query.users) for query in batch])
    before = {query.pk: query.step for query in batch}
    for query, decision in zip(batch, decisions, strict=True):
        step, reason = query.step, query.reason
        query.take(decision)
        if (step, query.step) == (Step.NO_PAGE, Step.KEPT):
            query.step, query.reason = step, reason
    checkpoint = context.checkpoint
    with transaction.atomic():
        changed = sum(query.step != before[query.pk] for query in _write(batch))
        context.save(
            kept=context.job.done + len(batch),
            checkpoint={"after": batch[-1].pk, "changed": checkpoint["changed"] + changed},
        )


def _write(batch: list[Query]) -> list[Query]:
    """Save the queries that are still the filters' to decide about. Returns them."""
    keys = [each.pk for each in batch]
    held = Query.objects.select_for_update(no_key=True).filter(pk__in=keys, is_decided=False)
    free = set(held.exclude(step=Step.EXAMPLE).values_list("pk", flat=True))
    # Asked once the queries are held: an import holds those that it is making examples of.
    asked = asked_among(batch[0].project_id, [each.text for each in batch])
    written = [each for each in batch if each.pk in free and each.text not in asked]
    Query.objects.bulk_update(written, ["step", "reason", "heuristics", "flags", "users"])
    return written
