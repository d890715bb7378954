"""``export_model_inputs SLUG|--asqa FILE --form open-book|oracle --output FILE …``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import CommandParser

from annotator.exchange.exports.model_inputs import (
    examples_of_file,
    examples_of_project,
    open_book_rows,
    oracle_rows,
    random_passages,
)
from annotator.material.formats.asqa import AsqaExample
from annotator.material.formats.asqa.model_inputs import Passage
from annotator.material.formats.asqa.retrieved_passages import read_retrieved
from annotator.material.formats.problems import FormatError
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.projects.project_command import ProjectCommand

OPEN_BOOK, ORACLE = "open-book", "oracle"
PASSAGES = 5
"""K of the paper's T5-O-5."""


class Command(ProjectCommand):
    """Writes what the ASQA paper's models read, one JSON object on each line."""

    help = "Write the inputs of the ASQA paper's T5 models (appendix B) of a project or a file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the questions, the form, and where passages come from."""
        super().add_arguments(parser)
        parser.add_argument("slug", nargs="?", help="a project of kind asqa")
        parser.add_argument("--asqa", metavar="FILE", help="ASQA's file, without a project")
        parser.add_argument("--split", action="append", default=[], metavar="S")
        parser.add_argument("--form", required=True, choices=(OPEN_BOOK, ORACLE))
        parser.add_argument(
            "--retrieved", metavar="FILE", help='open-book: {key: [{"text": …, "title": …}]}'
        )
        parser.add_argument(
            "--random-from",
            metavar="SPLIT",
            help="open-book: passages drawn from other questions of this split",
        )
        parser.add_argument("--seed", type=int, default=0, help="of the draw (0)")
        parser.add_argument(
            "--passages", type=int, default=PASSAGES, metavar="K", help="open-book: how many (5)"
        )
        parser.add_argument("--output", required=True, metavar="FILE", help=".jsonl")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the rows."""
        self._check(options)
        try:
            examples = self._examples(options, options["split"])
            if options["form"] == ORACLE:
                rows = oracle_rows(examples)
            else:
                rows = open_book_rows(examples, self._passages(options, examples))
        except FormatError as error:
            self.refuse_all(error.problems)
        except JobFailedError as error:
            self.fail("--split", error)
        output = Path(options["output"])
        with self.published(output) as file:
            file.writelines(orjson.dumps(row) + b"\n" for row in rows)
        noun = "input" if len(rows) == 1 else "inputs"
        self.report(f"Wrote {len(rows):,} {noun}.", {"inputs": len(rows)}, as_json=options["json"])

    def _check(self, options: dict[str, Any]) -> None:
        if bool(options["slug"]) == bool(options["asqa"]):
            self.fail("slug", "Name either a project or a file with --asqa.")
        if options["asqa"] and len(options["split"]) != 1:
            self.fail("--split", "Name the one split of the file.")
        sources = [name for name in ("retrieved", "random_from") if options[name] is not None]
        if options["form"] == ORACLE and sources:
            option = sources[0].replace("_", "-")
            self.fail(f"--{option}", "The oracle reads the annotators' own passages; leave it out.")
        if options["form"] == OPEN_BOOK and len(sources) != 1:
            self.fail("--retrieved", "Give either --retrieved or --random-from.")
        if options["passages"] < 1:
            self.fail("--passages", "Ask for 1 passage or more.")

    def _examples(self, options: dict[str, Any], splits: Sequence[str]) -> dict[str, AsqaExample]:
        if options["asqa"]:
            return examples_of_file(Path(options["asqa"]), splits[0])
        project = self.find_project(options["slug"])
        self.check_can(project, "export_asqa", told="; these inputs are for")
        return examples_of_project(project, splits)

    def _passages(
        self, options: dict[str, Any], examples: Mapping[str, AsqaExample]
    ) -> dict[str, list[Passage]]:
        count = options["passages"]
        if options["retrieved"]:
            return read_retrieved(Path(options["retrieved"]), keys=examples, count=count)
        pool = self._examples(options, [options["random_from"]])
        try:
            return random_passages(examples, pool, count=count, seed=options["seed"])
        except ValueError as error:
            self.fail("--random-from", f"There are {error}. Ask for fewer with --passages.")
