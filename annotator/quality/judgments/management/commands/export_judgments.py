"""``export_judgments SLUG NUMBER OUTPUT [--as csv|jsonl] [--split S]...``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.material.corpus.split_argument import add_splits
from annotator.material.corpus.splits import flaw_of_splits
from annotator.quality.judgments.gathering import answers_in_order
from annotator.quality.judgments.models import JudgmentRound, Phase
from annotator.quality.judgments.round_file import FORMATS, file_lines
from annotator.workspace.projects.project_command import ProjectCommand

STANDARD_OUTPUT = "-"


class Command(ProjectCommand):
    """Exports a judgment round."""

    help = "Write a judgment round, one answer per line: first votes, consensus, notes, counts."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the round and the file."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("number", type=int, help="the round's number in the project")
        parser.add_argument("output", help=".csv or .jsonl; - is standard output")
        parser.add_argument(
            "--as",
            choices=FORMATS,
            help=("the format; by default, the ending of the file name decides"),
        )
        add_splits(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, or to standard output."""
        judged = self._find_round(options["slug"], options["number"])
        splits = options["splits"]
        if flaw := flaw_of_splits(judged.project, splits):
            self.fail("split", flaw)
        output, form = options["output"], options["as"] or _form_of(options["output"])
        if form not in FORMATS:
            self.fail(output, "output", "Use a name that ends in .csv or .jsonl, or give --as.")
        if output == STANDARD_OUTPUT:
            if options["json"]:
                self.fail("json", "Standard output carries the round itself, so name a file.")
            for line in file_lines(judged, form, splits):
                self.stdout.write(line, ending="")
            return
        with self.published(Path(output)) as file:
            file.writelines(line.encode() for line in file_lines(judged, form, splits))
        number = answers_in_order(judged, splits).count()
        sentence = f"{number:,} {'answer' if number == 1 else 'answers'} in {output}"
        self.report(sentence, {"answers": number, "output": output}, as_json=options["json"])

    def _find_round(self, slug: str, number: int) -> JudgmentRound:
        """The round, if its votes are no longer secret; otherwise exits with 1."""
        rounds = self.find_project(slug).judgment_rounds.select_related("project", "variability")
        found = rounds.filter(number=number).first()
        if found is None:
            there = ", ".join(map(str, rounds.order_by("number").values_list("number", flat=True)))
            has = f"It has {there}." if there else "It has no rounds yet."
            self.fail("number", f"{slug} has no judgment round {number}. {has}")
        if found.phase == Phase.INDEPENDENT:
            self.fail("number", "The experts are still judging alone. Wait until all have closed.")
        return found


def _form_of(output: str) -> str:
    return Path(output).suffix.removeprefix(".")
