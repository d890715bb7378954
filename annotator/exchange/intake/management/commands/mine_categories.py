"""``mine_categories SLUG [--output FILE] [--least N]``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.exchange.intake.category_mining import mine_categories
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Finds names of classes on a project's pages."""

    help = (
        "Find categorical noun phrases on a project's pages by Hearst's patterns (“mammals such as "
        "whales”), with counts. set_query_filters --categories takes the list."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project, and what to leave out."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument(
            "--output", metavar="FILE", help="write the list here instead of printing it"
        )
        parser.add_argument(
            "--least", type=int, default=2, metavar="N", help="leave out what occurs less often (2)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Count, and write the most frequent first."""
        counts = mine_categories(self.find_project(options["slug"]))
        frequent = sorted(
            (phrase for phrase, count in counts.items() if count >= options["least"]),
            key=lambda phrase: (-counts[phrase], phrase),
        )
        lines = [f"{phrase}\t{counts[phrase]}" for phrase in frequent]
        if options["output"]:
            output = Path(options["output"])
            with self.published(output) as file:
                file.write("\n".join([*lines, ""]).encode())
        else:
            self.stdout.write("\n".join(lines))
        self.report(
            f"Found {len(lines):,} categorical noun phrases." if options["output"] else "",
            {"categories": len(lines)},
            as_json=options["json"],
        )
