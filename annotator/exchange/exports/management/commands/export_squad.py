"""``export_squad SLUG OUTPUT [--reader [--predictions FILE]] [--split S …] …``."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.exchange.exports.commands import ExportCommand, add_simulated
from annotator.exchange.exports.kinds import files_of, kinds_with
from annotator.exchange.exports.squad import SUFFIXES
from annotator.material.corpus.split_argument import add_splits
from annotator.material.formats.asqa.system_answers import read_answers
from annotator.material.formats.problems import FormatError
from annotator.quality.comparisons.sources import keys_of
from annotator.workspace.projects.models import Project


class Command(ExportCommand):
    """Exports a project's questions in SQuAD's format, or for the reader of Disambig-F1."""

    help = (
        "Write a project's short answers (NQ) or disambiguations (ASQA) as SQuAD 1.1 JSON, for a "
        "reader model."
    )
    kind = "export_squad"
    suffixes = SUFFIXES

    def add_arguments(self, parser: CommandParser) -> None:
        """Choose the form, and what to leave out."""
        super().add_arguments(parser)
        parser.add_argument(
            "--reader",
            action="store_true",
            help="ASQA: a row for each disambiguation on a long-form answer, for Disambig-F1",
        )
        parser.add_argument(
            "--predictions",
            metavar="FILE",
            help="with --reader: the answers of this file {key: answer}, not the annotators'",
        )
        parser.add_argument(
            "--with-concerns",
            action="store_true",
            help="ASQA: include examples whose disambiguations an annotator called wrong",
        )
        add_splits(parser)
        add_simulated(parser)

    def check_project(self, project: Project) -> None:
        """Both kinds have such an export."""
        self._project = project

    def parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options by their names; exits with 1 for those that don't go together."""
        own = files_of(self._project.kind).SQUAD_OPTIONS
        for name in ("reader", "predictions", "with_concerns"):
            if options[name] and name not in own:
                option, kinds = name.replace("_", "-"), " or ".join(kinds_with(name))
                self.fail("slug", f"--{option} is for projects of kind {kinds}; leave it out.")
        if options["predictions"] and not options["reader"]:
            self.fail("--predictions", "Predictions go with --reader; add it.")
        names = ("reader", "with_concerns", "splits", "simulated")
        chosen = {name: options[name] for name in names if options[name]}
        return chosen | self._predictions(options["predictions"])

    def _predictions(self, name: str | None) -> dict[str, str]:
        """The file, checked, and its hash: a changed file makes another job."""
        if not name:
            return {}
        path, data = Path(name), self.read_bytes(name)
        keys = frozenset(keys_of(self._project))
        try:
            read_answers(data, name=path.name, keys=keys, may_be_empty=True)
        except FormatError as error:
            self.refuse_all(error.problems)
        return {
            "predictions": str(path.resolve()),
            "predictions_sha256": sha256(data).hexdigest(),
        }
