"""``import_ambigqa SLUG PATH [--pages PATH | --fetch]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.corpus.context_passages import finding_job
from annotator.imports.commands import AmbiguityImportCommand
from annotator.jobs.foreground import run_in_foreground
from annotator.jobs.models import Job
from annotator.projects.models import Project


class Command(AmbiguityImportCommand):
    """Imports AmbigNQ's JSON."""

    help = (
        "Import the questions of AmbigNQ that are ambiguous and have 2 to 6 disambiguations; "
        "the others are left out and counted."
    )
    kind = "import_ambigqa"

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what only this format has."""
        super().add_arguments(parser)
        parser.add_argument(
            "--fetch",
            action="store_true",
            help="get the visited pages from Wikipedia, then find the context passages in them",
        )

    def more_parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """Where the pages come from."""
        if options["fetch"] and options["pages"]:
            self.fail("--fetch", "The pages come with --pages already. Give one of the two.")
        return {**super().more_parameters(options), **({"fetch": True} if options["fetch"] else {})}

    def run_job(self, job: Job, *, as_json: bool) -> None:
        """Run the import, and the jobs that it starts."""
        done = run_in_foreground(job)
        project = Project.objects.filter(pk=job.project_id or 0).first()
        if job.parameters.get("fetch") and project and (passages := finding_job(project)):
            self.stdout.write(run_in_foreground(passages).message)
        self.conclude(done, as_json=as_json)
