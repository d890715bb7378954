"""``find_pages SLUG [--provider P | --results FILE] [--split S] [--again]``."""

import os
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.exchange.imports.commands import check_split
from annotator.exchange.intake.models import Provider
from annotator.exchange.intake.page_finding import IMPORT_FOUND, start_finding_pages
from annotator.workspace.jobs.foreground import run_in_foreground
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import requeue_stale_jobs
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Makes examples of the kept queries."""

    help = (
        "Find a Wikipedia page for each kept query, fetch it at its current revision, and import "
        "both as examples."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project, and what to call the examples."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("--split", default="", help="what to call this part, such as dev")
        parser.add_argument(
            "--provider",
            choices=Provider.values,
            default="",
            help="what to search with, in place of the project's own (set_page_search): wiki, the "
            "wiki's own search; service, a search service; pages, those that are imported",
        )
        parser.add_argument(
            "--results",
            metavar="FILE",
            default="",
            help="JSON lines with query and results (addresses, the best first), in place of "
            "any search",
        )
        parser.add_argument(
            "--again",
            action="store_true",
            help="search once more for the queries for which no page was found",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the job, and the import that it starts; or only the import, where a command was
        killed before that had ended.
        """
        project = self.find_project(options["slug"])
        check_split(self, project, options["split"])
        self.refuse_pipes(filter(None, [options["results"]]))
        requeue_stale_jobs(at=timezone.now())
        if begun := _waiting_import(project):
            self.run_job(begun, as_json=options["json"])
            return
        found = run_in_foreground(
            start_finding_pages(
                project=project,
                split=options["split"],
                at=timezone.now(),
                actor=None,
                provider=options["provider"],
                results=options["results"] and os.path.realpath(options["results"]),
                again=options["again"],
                queue=False,
            )
        )
        if found.state == JobState.SUCCEEDED and (job := _waiting_import(project)):
            self.list_problems(found)
            self.stdout.write(found.message)
            self.run_job(job, as_json=options["json"])
        else:
            self.conclude(found, as_json=options["json"])


def _waiting_import(project: Project) -> Job | None:
    waiting = Job.objects.filter(project_id=project.pk, kind=IMPORT_FOUND, state=JobState.QUEUED)
    return waiting.order_by("-created_at").first()
