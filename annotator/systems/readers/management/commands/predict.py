"""``predict SLUG --split S|--gold GLOB --model DIR --predictions FILE``."""

from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import CommandParser

from annotator.systems.evaluation.baselines.baselines import written_span
from annotator.systems.readers.command import ReaderCommand
from annotator.systems.readers.sources import readings_of_files, readings_of_split


class Command(ReaderCommand):
    """Writes a trained model's predictions in the official format."""

    help = "Answer examples with a model that train_reader trained."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the examples, the model and the file."""
        super().add_arguments(parser)
        parser.add_argument("slug", nargs="?", help="answer a project's examples")
        parser.add_argument("--split", default="dev", metavar="S", help="the project's split (dev)")
        parser.add_argument("--gold", nargs="+", metavar="GLOB", help="answer files' instead")
        parser.add_argument("--model", required=True, metavar="DIR", help="of train_reader")
        parser.add_argument("--predictions", required=True, metavar="FILE", help=".json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Predict and write."""
        self.check_available()
        from annotator.systems.readers.model.folder import load_model
        from annotator.systems.readers.model.predictions import predictions

        project = self.project_of(options)
        with self.errors_told():
            model = load_model(Path(options["model"]))
            readings = (
                readings_of_split(project, options["split"])
                if project
                else readings_of_files(options["gold"])
            )
            written = list(predictions(model, readings))
            with self.published(Path(options["predictions"])) as file:
                file.write(orjson.dumps({"predictions": written}) + b"\n")
        answered = sum(each["long_answer"] != written_span(None) for each in written)
        short = sum(bool(each["short_answers"]) for each in written)
        self.report(
            f"Wrote {len(written):,} predictions, {answered:,} of them with a long answer and "
            f"{short:,} with a short one.",
            {"predictions": len(written), "answered": answered, "short": short},
            as_json=options["json"],
        )
