"""``set_page_search SLUG [--provider P] [--address A] [--path P] [--headers FILE]``."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.exchange.intake.models import Provider
from annotator.exchange.intake.page_search import header_names, search_of, set_page_search
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Sets what find_pages searches with."""

    help = "Set how a project finds pages; without an option, show it."

    def add_arguments(self, parser: CommandParser) -> None:
        """One option for each setting."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument(
            "--provider",
            choices=Provider.values,
            help="wiki: the wiki's own search; service: a search service that answers with JSON; "
            "pages: BM25 over the pages that are imported",
        )
        parser.add_argument(
            "--address",
            help="of the service, with {query} for the question and perhaps {limit}: "
            "https://search.example.org/find?q={query}&n={limit}",
        )
        parser.add_argument(
            "--path", help="where its answer has addresses: keys with dots, as web.results.url"
        )
        parser.add_argument(
            "--headers",
            metavar="FILE",
            help="what goes with each request, such as a key: Name: value on each line. They are "
            "kept encrypted and never shown; an empty file forgets them",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Change what was given, and show all but the headers' values."""
        project = self.find_project(options["slug"])
        names = ("provider", "address", "path")
        changes = {name: options[name] for name in names if options[name] is not None}
        if options["headers"] is not None:
            changes["headers"] = self._headers_in(options["headers"])
        search = search_of(project)
        if changes:
            search = set_page_search(
                project=project, changes=changes, at=timezone.now(), actor=None
            )
        values = {name: getattr(search, name) for name in names}
        values["headers"] = header_names(search)
        self.report(
            "\n".join(f"{name}: {value}" for name, value in values.items()),
            values,
            as_json=options["json"],
        )

    def _headers_in(self, path: str) -> dict[str, str]:
        headers = {}
        for number, line in enumerate(self.read_text(path).splitlines(), start=1):
            name, colon, value = line.partition(":")
            if colon:
                headers[name.strip()] = value.strip()
            elif line.strip():
                self.fail(f"{path}:{number}", "This is not a header. Write it as Name: value.")
        return headers
