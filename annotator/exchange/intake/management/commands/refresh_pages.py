"""``refresh_pages SLUG [--title T]… [--example ID]… [--ask-again]``."""

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.exchange.intake.page_refreshing import (
    IMPORT_ASKED,
    RefreshedPage,
    refreshed_pages,
    start_refreshing,
)
from annotator.workspace.jobs.foreground import run_in_foreground
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import following_job
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Looks for newer revisions of a project's pages."""

    help = (
        "Fetch the current revision of a project's pages, show what changed, and list the examples "
        "whose answers are touched."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Choose the pages, and whether to ask again."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        for name, dest, what in (
            ("--title", "titles", "only the page with this title"),
            ("--example", "example_ids", "only the page of the example with this id"),
        ):
            parser.add_argument(
                name,
                dest=dest,
                action="append",
                default=[],
                type=int if dest == "example_ids" else str,
                help=f"{what}; can be given several times",
            )
        parser.add_argument(
            "--ask-again",
            action="store_true",
            help="import exactly the touched questions with the new revision; the old examples and "
            "their annotations stay",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the job, show what it found, and run the import that it starts."""
        project = self.find_project(options["slug"])
        job = run_in_foreground(
            start_refreshing(
                project=project,
                at=timezone.now(),
                actor=None,
                titles=options["titles"],
                example_ids=options["example_ids"],
                ask_again=options["ask_again"],
                queue=False,
            )
        )
        if job.state == JobState.SUCCEEDED and not options["json"]:
            for page in refreshed_pages(job):
                self._show(page)
        new = following_job(job, kind=IMPORT_ASKED) if options["ask_again"] else None
        if new and new.state == JobState.QUEUED:
            self.stdout.write(job.message)
            self.run_job(new, as_json=options["json"])
        else:
            self.conclude(job, as_json=options["json"], describe=_described)

    def _show(self, page: RefreshedPage) -> None:
        if page.state == "same":
            return
        self.stdout.write(f"{page.title}: {page.state}. {page.reason}".strip())
        for line in page.difference:
            self.stdout.write(f"  {line}")
        if page.more_lines:
            self.stdout.write(f"  and {page.more_lines:,} more lines")
        for example in page.examples:
            if example.touched:
                parts = " and ".join(example.touched)
                self.stdout.write(f"  example {example.example_id} ({parts}): {example.question}")


def _described(job: Job) -> dict[str, Any]:
    return {"pages": [asdict(page) for page in refreshed_pages(job)]}
