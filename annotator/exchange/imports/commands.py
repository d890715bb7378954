"""The base of import commands."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.foundation.names.naming import describe_flaw
from annotator.material.corpus.context_passages import finding_job
from annotator.material.corpus.split_names import flaw_of_new_split
from annotator.material.formats.pages import MAX_SPLIT_CHARACTERS
from annotator.workspace.jobs.foreground import run_in_foreground
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.project_command import ProjectCommand


def check_split(command: ProjectCommand, project: Project, split: str) -> None:
    """Exit with 1 unless new examples of the project can have this split, or "" for none."""
    if len(split) > MAX_SPLIT_CHARACTERS:
        command.fail("split", f"Give a name of up to {MAX_SPLIT_CHARACTERS} characters.")
    if split and (flaw := describe_flaw(split) or flaw_of_new_split(project, split)):
        command.fail("split", flaw)


class ImportCommand(ProjectCommand):
    """Imports files into a project, in the foreground."""

    kind = ""

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project, the files, and what to do about bad lines."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        self.add_paths(parser)
        parser.add_argument(
            "--on-error",
            choices=("stop", "skip"),
            default="stop",
            help="stop: import nothing (the default); skip: skip bad lines and list them",
        )
        self.add_split(parser)

    def add_paths(self, parser: CommandParser) -> None:
        """Name the files."""
        parser.add_argument("paths", nargs="+", metavar="PATH", help=".jsonl or .jsonl.gz")

    def add_split(self, parser: CommandParser) -> None:
        """Name the part of the data."""
        parser.add_argument("--split", default="", help="a name for this part, such as dev")

    def more_parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """Further parameters of this format's job."""
        return {}

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the job and run it."""
        project = self.find_project(options["slug"])
        self.check_can(project, self.kind, told=f". {self.kind} is for kind")
        check_split(self, project, options["split"])
        names: list[str] = options["paths"]
        self.refuse_pipes([*names, *filter(None, [options.get("pages")])])
        parameters = {
            "paths": [os.path.realpath(name) for name in names],
            "names": names,
            "annotations": options.get("annotations", False),
            "on_error": options["on_error"],
            "split": options["split"],
            **self.more_parameters(options),
        }
        job = self.begin_job(
            kind=self.kind, project=project, parameters=parameters, filename=Path(names[0]).name
        )
        self.run_job(job, as_json=options["json"])


class AmbiguityImportCommand(ImportCommand):
    """Imports a file of ambiguous questions, with the pages that were visited for them."""

    def add_paths(self, parser: CommandParser) -> None:
        """Take the file and that of the pages."""
        parser.add_argument("paths", nargs=1, metavar="PATH", help="one .json or .json.gz file")
        parser.add_argument(
            "--pages",
            metavar="PATH",
            default="",
            help="JSON lines with title, url and document_html: the visited pages",
        )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what other formats don't have."""
        super().add_arguments(parser)
        parser.add_argument(
            "--fetch",
            action="store_true",
            help="get the visited pages from Wikipedia, then find the context passages in them",
        )

    def more_parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """Where the pages come from."""
        pages: str = options["pages"]
        if options["fetch"] and pages:
            self.fail("--fetch", "The pages come with --pages already. Give one of these options.")
        if options["fetch"]:
            return {"fetch": True}
        return {"pages": os.path.realpath(pages), "pages_name": pages} if pages else {}

    def run_job(self, job: Job, *, as_json: bool) -> None:
        """Run the import, and the jobs that it starts."""
        done = run_in_foreground(job)
        project = Project.objects.filter(pk=job.project_id or 0).first()
        if job.parameters.get("fetch") and project and (passages := finding_job(project)):
            self.stdout.write(run_in_foreground(passages).message)
        self.conclude(done, as_json=as_json)
