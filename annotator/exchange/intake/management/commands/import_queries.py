"""``import_queries SLUG PATH… [--preview] [--json]``."""

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import CommandParser

from annotator.exchange.intake.filtering.decision import Step
from annotator.exchange.intake.filtering.merging import in_order, merge_queries
from annotator.exchange.intake.models import Query
from annotator.exchange.intake.query_import import IMPORT_QUERIES, key_of
from annotator.material.formats.queries import LoggedQuery, QueryFile
from annotator.material.formats.query_preview import QueryPreview, preview_queries
from annotator.workspace.jobs.foreground import run_in_foreground
from annotator.workspace.jobs.models import JobState
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Reads query logs and keeps what are questions."""

    help = (
        "Read query logs (text, CSV, TSV or JSON lines, with or without counts, users and times) "
        "and keep the queries that pass the project's filters. With --json, one object for each "
        "query comes before the last line."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project, the files, and what to do about bad lines."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a log, plain or gzip")
        parser.add_argument(
            "--on-error",
            choices=("stop", "skip"),
            default="stop",
            help="stop: import nothing (the default); skip: leave bad lines out and list them",
        )

        parser.add_argument(
            "--preview",
            action="store_true",
            help="show how each file is read and its first three queries, and import nothing",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the job, run it, and tell of each query."""
        project = self.find_project(options["slug"])
        names: list[str] = options["paths"]
        self.refuse_pipes(names)
        previews = [preview_queries(Path(name), name=name) for name in names]
        if not options["json"]:
            for text in chain.from_iterable(each.lines() for each in previews):
                self.stdout.write(text)
        if options["preview"]:
            self._conclude_preview(previews, as_json=options["json"])
            return
        parameters = {
            "paths": [os.path.realpath(name) for name in names],
            "names": names,
            "on_error": options["on_error"],
        }
        begun = self.begin_job(
            kind=IMPORT_QUERIES,
            project=project,
            parameters=parameters,
            filename=Path(names[0]).name,
        )
        job = run_in_foreground(begun)
        if options["json"] and job.state == JobState.SUCCEEDED:
            for line in _decisions(project, [Path(name) for name in names]):
                self.stdout.write(orjson.dumps(line).decode())
        self.conclude(
            job,
            as_json=options["json"],
            describe=lambda done: {
                "steps": done.checkpoint["steps"],
                "same": done.checkpoint["same"],
            },
        )

    def _conclude_preview(self, previews: Sequence[QueryPreview], *, as_json: bool) -> None:
        if problems := [problem for each in previews for problem in each.problems]:
            self.refuse_all(problems)
        if as_json:
            self.stdout.write(orjson.dumps({"files": [_row(each) for each in previews]}).decode())


def _row(preview: QueryPreview) -> dict[str, Any]:
    return {
        "file": preview.file,
        "layout": preview.layout.name if preview.layout else None,
        "columns": preview.layout.named_columns if preview.layout else {},
        "ignored": preview.layout.ignored if preview.layout else (),
        "queries": [{"query": each.text, "count": each.count} for each in preview.queries],
    }


def _decisions(project: Project, paths: list[Path]) -> Iterator[dict[str, Any]]:
    """Each wording of the files with what became of it, those issued most often first."""
    entries = (entry for path in paths for entry in QueryFile(path))
    merged = merge_queries(entry for entry in entries if isinstance(entry, LoggedQuery))
    stored = {
        query.key: query for query in Query.objects.filter(project=project, is_published=True)
    }
    for query in in_order(merged):
        found = stored[key_of(query)]
        for wording in (query.text, *query.other_wordings):
            is_stored = wording == found.text
            reason = found.reason if is_stored else f"It has the words of “{found.text}”."
            yield {
                "query": wording,
                "kept": is_stored and found.step == Step.KEPT,
                "heuristics": found.heuristics,
                "reason": reason,
                "step": found.step if is_stored else "duplicate",
                "flags": found.flags,
            }
