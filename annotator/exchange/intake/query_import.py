"""The job that reads a query log and filters it."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.db import transaction

from annotator.exchange.imports.listed_problems import listed_problem
from annotator.exchange.imports.unchanged_files import describe_change, fingerprint_of
from annotator.exchange.intake.deciding import Decider, filters_of
from annotator.exchange.intake.filtering.decision import Step
from annotator.exchange.intake.filtering.merging import (
    MergedQuery,
    in_order,
    merge_queries,
    people_within,
)
from annotator.exchange.intake.models import Query
from annotator.material.formats.problems import Problem
from annotator.material.formats.queries import LoggedQuery, QueryFile
from annotator.workspace.history.services import record_event
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project

IMPORT_QUERIES = "import_queries"

_LEFT_OUT = {
    Step.SHORT: "too short",
    Step.RARE: "issued by too few people",
    Step.HOW_TO: "“how to”",
    Step.NO_HEURISTIC: "no heuristic",
}


def import_queries(context: JobContext) -> str:
    """Run an ``import_queries`` job; the closing sentence.

    Parameters of the job: ``paths``; optional ``names`` and ``on_error`` as for every import.
    Raises ``JobFailedError`` when nothing is to be imported.
    """
    return QueryImport(context, project_of(context.job)).run()


def discard_queries(context: JobContext) -> None:
    """Delete what an import wrote and did not publish."""
    with transaction.atomic():
        context.stay()
        Query.objects.filter(import_job=context.job.pk, is_published=False).delete()


def is_published(checkpoint: dict[str, object]) -> bool:
    """Whether an import with this checkpoint has shown its queries to the leads."""
    return bool(checkpoint.get("published"))


def key_of(query: MergedQuery) -> str:
    """The key that a stored query is found by."""
    return hashlib.sha256(query.key.encode()).hexdigest()


class QueryImport:
    """One run, from the job's checkpoint on: the files are read again, what was decided stays."""

    def __init__(self, context: JobContext, project: Project) -> None:
        self._context = context
        self._project = project
        parameters = context.parameters
        self._paths = [Path(path) for path in parameters["paths"]]
        self._names: list[str] = parameters.get("names") or [path.name for path in self._paths]
        self._stops = parameters.get("on_error", "stop") == "stop"
        # Keys of queries that stand in a file that doesn't say who issued them.
        self._of_unknown: set[str] = set()
        self._problems: list[Problem] = []
        self._decoded = 0

    def run(self) -> str:
        """Read, filter, publish."""
        if not is_published(self._context.checkpoint):
            begun = self._context.checkpoint.get("files")
            files = self._fingerprints(begun)
            merged = self._read()
            self._list_problems(is_first=begun is None)
            if not merged:
                raise JobFailedError("No query could be imported; the problems are listed.")
            if begun is None:
                self._context.save(total=len(merged), checkpoint=self._start(files))
            self._filter(list(in_order(merged)))
            self._publish()
        return self._sentence()

    def _start(self, files: list[tuple[int, str]]) -> dict[str, object]:
        return {
            "files": files,
            "done": 0,
            "same": 0,
            "refused": len(self._problems),
            "decoded": self._decoded,
        }

    def _fingerprints(self, begun: list[list[object]] | None) -> list[tuple[int, str]]:
        found = [fingerprint_of(path, on_chunk=self._context.stay_alive) for path in self._paths]
        for name, now, known in zip(self._names, found, begun or [], strict=False):
            before = (int(str(known[0])), str(known[1]))
            if before != now:
                raise JobFailedError(describe_change(name, before, now))
        return found

    def _read(self) -> dict[str, MergedQuery]:
        """The queries of all files. What is wrong is noted, to be listed as a whole."""
        merged: dict[str, MergedQuery] = {}
        for path, name in zip(self._paths, self._names, strict=True):
            file = QueryFile(path, name=name, on_chunk=self._context.stay_alive)
            known = len(self._problems)
            found = merge_queries(self._queries_of(file))
            if not file.has_users:
                self._of_unknown.update(found)
            for key, query in found.items():
                if merged.setdefault(key, query) is not query:
                    merged[key].add(query)
            if not found and len(self._problems) == known:
                nothing = Problem("the file has no queries", "Give at least one", file=name)
                self._problems.append(nothing)
        return merged

    def _queries_of(self, file: QueryFile) -> Iterator[LoggedQuery]:
        for entry in file:
            if isinstance(entry, LoggedQuery):
                self._decoded += entry.is_decoded
                yield entry
            else:
                self._problems.append(entry)

    def _list_problems(self, *, is_first: bool) -> None:
        # After a kill the files are read again; their problems are listed already.
        if self._problems and is_first:
            with transaction.atomic():
                self._context.add_problems([listed_problem(each) for each in self._problems])
        if self._problems and self._stops:
            raise JobFailedError(f"{self._where_stopped()} Nothing was imported.")

    def _where_stopped(self) -> str:
        first = self._problems[0]
        where = ":".join(str(part) for part in (first.file, first.line) if part)
        others = len(self._problems) - 1
        if not others:
            return f"Stopped at {where}."
        return f"Stopped at {where} and {others:,} other place{'' if others == 1 else 's'}."

    def _filter(self, queries: Sequence[MergedQuery]) -> None:
        decider = Decider(filters_of(self._project))
        hours = decider.filters.hours
        done = self._context.checkpoint["done"]
        rest = iter(queries[done:])
        while batch := list(islice(rest, settings.ROWS_AT_ONCE)):
            rows = [self._row(each, hours) for each in batch]
            decisions = decider.decide([(row.text, row.users) for row in rows])
            for row, decision in zip(rows, decisions, strict=True):
                row.take(decision)
            done += len(batch)
            self._write(rows, done)
            self._context.let_worker_end()

    @transaction.atomic
    def _write(self, rows: Sequence[Query], done: int) -> None:
        keys = [row.key for row in rows]
        known = Query.objects.filter(project=self._project, is_published=True, key__in=keys)
        same = set(known.values_list("key", flat=True))
        new = [row for row in rows if row.key not in same]
        Query.objects.bulk_create(new, batch_size=settings.ROWS_AT_ONCE)
        checkpoint = self._context.checkpoint
        self._context.save(
            kept=done,
            message=f"{done:,} queries filtered",
            checkpoint={**checkpoint, "done": done, "same": checkpoint["same"] + len(same)},
        )

    def _row(self, query: MergedQuery, hours: int) -> Query:
        periods = None if query.key in self._of_unknown else query.periods
        return Query(
            project=self._project,
            key=key_of(query),
            text=query.text,
            other_wordings=query.other_wordings,
            count=query.count,
            periods=periods,
            users=None if periods is None else people_within(periods, hours=hours),
            import_job=self._context.job.pk,
            created_at=self._context.job.created_at,
        )

    @transaction.atomic
    def _publish(self) -> None:
        job = self._context.job
        # Two imports of one project take turns.
        lock_project(self._project)
        new = Query.objects.filter(import_job=job.pk)
        published = Query.objects.filter(project=self._project, is_published=True)
        came_beside, _ = new.filter(key__in=published.values("key")).delete()
        counts = Counter(new.values_list("step", flat=True))
        new.update(is_published=True)
        record_event(
            at=job.created_at,
            actor=job.created_by,
            verb="imported",
            subject="queries",
            subject_id=job.pk,
            project_id=self._project.pk,
            details={"queries": counts.total(), "files": self._names},
        )
        checkpoint = self._context.checkpoint
        self._context.save(
            checkpoint={
                **checkpoint,
                "same": checkpoint["same"] + came_beside,
                "steps": {step.value: counts[step.value] for step in Step},
                "published": True,
            },
            further=True,
        )

    def _sentence(self) -> str:
        steps, same = self._context.checkpoint["steps"], self._context.checkpoint["same"]
        sentences = [f"Kept {steps[Step.KEPT]:,} of {_count(sum(steps.values()), 'new query')}."]
        if waiting := steps[Step.FLAGGED]:
            sentences.append(
                f"{waiting:,} wait{'s' if waiting == 1 else ''} for a lead’s decision."
            )
        reasons = [
            f"{reason} ({steps[step]:,})" for step, reason in _LEFT_OUT.items() if steps[step]
        ]
        if reasons:
            left_out = sum(steps[step] for step in _LEFT_OUT)
            sentences.append(f"Left out {left_out:,}: {', '.join(reasons)}.")
        if same:
            sentences.append(f"Skipped {same:,} that were there already.")
        # An import that an older version began has not counted them.
        if decoded := self._context.checkpoint.get("decoded", 0):
            sentences.append(f"Decoded {_count(decoded, 'query')} with %20, + or HTML entities.")
        if refused := self._context.checkpoint["refused"]:
            sentences.append(f"Refused {refused:,}; the problems are listed.")
        return " ".join(sentences)


def _count(number: int, noun: str) -> str:
    plural = noun if number == 1 else noun.replace("query", "queries")
    return f"{number:,} {plural}"
