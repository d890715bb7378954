"""``create_project SLUG --kind nq|asqa --title T --overlap K [--minutes-per-question N] …``."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.workspace.projects.conduct import Conduct
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Regime
from annotator.workspace.projects.services import LONGEST_GUIDELINES, create_project


def _conduct(options: dict[str, Any]) -> Conduct:
    """What was given; the rest is as usual for the kind."""
    given = Conduct()
    if options["minutes_per_question"] is not None:
        given["minutes_per_question"] = options["minutes_per_question"] or None
    if options["recommended_per_day"] is not None:
        given["recommended_per_day"] = options["recommended_per_day"] or None
    if options["regime"]:
        given["regime"] = options["regime"]
    return given


class Command(PlumblineCommand):
    """Creates a project."""

    help = "Create a project."

    def add_arguments(self, parser: CommandParser) -> None:
        """Describe the project."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="short name: letters, digits, - and _")
        parser.add_argument("--kind", required=True, choices=Kind.values)
        parser.add_argument("--title", required=True)
        parser.add_argument(
            "--overlap", required=True, type=int, help="how many annotators answer each example"
        )
        parser.add_argument(
            "--lease-minutes",
            type=int,
            default=60,
            help="minutes without activity before a question returns to the queue",
        )
        parser.add_argument(
            "--minutes-per-question",
            type=int,
            metavar="N",
            help="limit of work on one question, 0 for none (ASQA: 60, NQ: none)",
        )
        parser.add_argument(
            "--recommended-per-day",
            type=int,
            metavar="N",
            help="questions a day to recommend, 0 for none (ASQA: 10, NQ: none)",
        )
        parser.add_argument(
            "--regime",
            choices=Regime.values,
            help="what annotators of ASQA see; no_context: the question alone",
        )
        parser.add_argument("--guidelines", metavar="FILE.md", help="the guidelines, in Markdown")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create it."""
        project = create_project(
            slug=options["slug"],
            kind=options["kind"],
            title=options["title"],
            overlap=options["overlap"],
            lease_minutes=options["lease_minutes"],
            guidelines=(
                self.read_text(options["guidelines"], longest=LONGEST_GUIDELINES)
                if options["guidelines"]
                else ""
            ),
            at=timezone.now(),
            **_conduct(options),
        )
        values = {
            "slug": project.slug,
            "kind": project.kind,
            "title": project.title,
            "overlap": project.overlap,
            "lease_minutes": project.lease_minutes,
            "regime": project.regime,
            "minutes_per_question": project.minutes_per_question,
            "recommended_per_day": project.recommended_per_day,
            "requires_training": project.requires_training,
        }
        self.report(f"Created {project.slug}.", values, as_json=options["json"])
