"""``run_baseline [SLUG] NAME [--gold GLOB] [--train GLOB|--train-project SLUG] …``."""

from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import CommandParser

from annotator.material.formats.problems import FormatError
from annotator.systems.evaluation.baselines.baseline_command import (
    TRAINED,
    UNTRAINED,
    BaselineCommand,
)
from annotator.systems.evaluation.baselines.baselines import predictions, written_span
from annotator.workspace.jobs.context import JobFailedError


class Command(BaselineCommand):
    """Writes a baseline's predictions in the official format."""

    help = "Predict long answers with one of the paper's untrained baselines."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the baseline and the file."""
        super().add_arguments(parser)
        parser.add_argument("slug", nargs="?", help="answer a project's examples, as --project")
        parser.add_argument("name", choices=(UNTRAINED, *TRAINED))
        parser.add_argument("--output", metavar="FILE", help="NAME.json, unless you name another")

    def handle(self, *args: Any, **options: Any) -> None:
        """Predict and write."""
        if options["slug"] and options["project"]:
            self.fail("slug", "Name the project once.")
        options["project"] = options["project"] or options["slug"]
        self.check_sources(options)
        name, trains = options["name"], bool(options["train"] or options["train_project"])
        if name in TRAINED and not trains:
            self.fail("--train", f"{name} copies answers from training examples; name their files.")
        if name not in TRAINED and trains:
            self.fail("--train", f"{name} takes no training examples; leave them out.")
        try:
            written = list(predictions(self.baseline(name, options), self.gold(options)))
        except FormatError as error:
            self.refuse_all(error.problems)
        except JobFailedError as error:
            self.fail("split", error)
        output = Path(options["output"] or f"{name}.json")
        with self.published(output) as file:
            file.write(orjson.dumps({"predictions": written}) + b"\n")
        answered = sum(each["long_answer"] != written_span(None) for each in written)
        self.report(
            f"Wrote {len(written):,} predictions to {output}, {answered:,} of them with a long"
            " answer.",
            {"predictions": len(written), "answered": answered},
            as_json=options["json"],
        )
