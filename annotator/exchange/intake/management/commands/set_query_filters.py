"""``set_query_filters SLUG [--min-words N] [--how-to] …``."""

import argparse
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.exchange.intake.filtering.heuristics import Entities
from annotator.exchange.intake.models import QueryFilters
from annotator.exchange.intake.services import LISTS, set_query_filters
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Sets what import_queries lets through."""

    help = "Set a project's filters for queries; without an option, show them."

    def add_arguments(self, parser: CommandParser) -> None:
        """One option for each setting."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("--min-words", type=int, metavar="N", help="least number of words (8)")
        parser.add_argument(
            "--min-users", type=int, metavar="N", help="least number of people who issued it (2)"
        )
        parser.add_argument("--hours", type=int, metavar="N", help="within how many hours (24)")
        parser.add_argument(
            "--heuristics", metavar="LIST", help="those that count, with commas: 1a,1b,2,3,4,5"
        )
        parser.add_argument(
            "--entities",
            metavar="WHICH",
            help=f"what heuristic 3 counts: {', '.join(Entities)} (asked_nouns)",
        )
        parser.add_argument(
            "--how-to",
            action=argparse.BooleanOptionalAction,
            help="keep queries that begin with “how to” (no)",
        )
        for name in LISTS:
            parser.add_argument(
                f"--{name.replace('_', '-')}", metavar="FILE", help="one on each line"
            )

    def handle(self, *args: Any, **options: Any) -> None:
        """Change what was given, and show all."""
        project = self.find_project(options["slug"])
        plain = ("min_words", "min_users", "hours", "how_to", "entities")
        changes = {name: options[name] for name in plain if options[name] is not None}
        if options["heuristics"] is not None:
            changes["heuristics"] = [each.strip() for each in options["heuristics"].split(",")]
        for name in LISTS:
            if options[name]:
                changes[name] = self.read_text(options[name])
        stored = QueryFilters.objects.filter(project=project).first()
        filters = stored or QueryFilters(project=project)
        if changes:
            filters = set_query_filters(
                project=project, changes=changes, at=timezone.now(), actor=None
            )
        values = {name: getattr(filters, name) for name in (*plain, "heuristics")}
        values |= {name: len(getattr(filters, name).splitlines()) for name in LISTS}
        self.report(
            "\n".join(f"{name}: {value}" for name, value in values.items()),
            values,
            as_json=options["json"],
        )
