"""``order_queue SLUG [--order O] [--within W] [--seed N] [--splits A,B] [--balance yes|no]``."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.collecting.assignments.ordering import change_queue
from annotator.workspace.projects.models import QueueOrder, QueueWithin
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Changes the order in which a project's examples are handed out, in the foreground."""

    help = "Change the order in which a project's examples are handed out."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the project and what to change; the rest stays."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("--order", choices=QueueOrder.values)
        parser.add_argument(
            "--within", choices=QueueWithin.values, help="among examples of one priority"
        )
        parser.add_argument("--seed", type=int, help="another seed draws another order")
        parser.add_argument("--splits", metavar="A,B", help="splits in the order of their turns")
        parser.add_argument("--balance", choices=("yes", "no"), help="pair annotators evenly")

    def handle(self, *args: Any, **options: Any) -> None:
        """Change it, and rank the examples again if needed."""
        project = self.find_project(options["slug"])
        given = {
            "queue_order": options["order"],
            "queue_within": options["within"],
            "seed": options["seed"],
            "splits": options["splits"].split(",") if options["splits"] else None,
            "balance_pairs": None if options["balance"] is None else options["balance"] == "yes",
        }
        changes = {name: value for name, value in given.items() if value is not None}
        _, job = change_queue(
            project=project, at=timezone.now(), actor=None, queue=False, **changes
        )
        if job:
            self.run_job(job, as_json=options["json"])
        else:
            self.report(
                "Saved. The examples are already in this order.", {}, as_json=options["json"]
            )
