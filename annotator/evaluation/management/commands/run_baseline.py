"""``run_baseline NAME --gold GLOB [--train GLOB] --output FILE``."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import CommandParser

from annotator.command import PlumblineCommand
from annotator.evaluation.baselines import (
    Baseline,
    ClosestQuestion,
    FirstParagraph,
    MostFrequent,
    predictions,
    written_span,
)
from annotator.formats.candidate_boxes import BoxedExample, read_boxed_example
from annotator.formats.gold_answers import gold_files, read_examples
from annotator.formats.problems import FormatError
from annotator.published_files import published_file

TRAINED: Mapping[str, Callable[[Iterable[BoxedExample]], Baseline]] = {
    "most-frequent": MostFrequent,
    "closest-question": ClosestQuestion,
}


class Command(PlumblineCommand):
    """Writes a baseline's predictions in the official format."""

    help = "Predict long answers with one of the paper's untrained baselines."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the baseline and the files."""
        super().add_arguments(parser)
        parser.add_argument("name", choices=("first-paragraph", *TRAINED))
        parser.add_argument(
            "--gold",
            required=True,
            nargs="+",
            metavar="GLOB",
            help="the examples to answer, original or simplified, .jsonl or .jsonl.gz",
        )
        parser.add_argument(
            "--train", nargs="+", metavar="GLOB", help="annotated examples to copy answers from"
        )
        parser.add_argument("--output", required=True, metavar="FILE", help=".json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Predict and write."""
        name, train = options["name"], options["train"]
        if name in TRAINED and not train:
            self.fail("--train", f"{name} copies answers from training examples; name their files.")
        if name not in TRAINED and train:
            self.fail("--train", f"{name} takes no training examples; leave them out.")
        try:
            baseline = TRAINED[name](_examples(train)) if train else FirstParagraph()
            written = list(predictions(baseline, _examples(options["gold"])))
        except FormatError as error:
            for problem in error.problems:
                self.refuse(problem)
            raise SystemExit(1) from error
        output = Path(options["output"])
        try:
            with published_file(output) as file:
                file.write(orjson.dumps({"predictions": written}) + b"\n")
        except OSError as error:
            self.fail(output, f"The file can't be written ({error.strerror}).")
        answered = sum(each["long_answer"] != written_span(None) for each in written)
        self.report(
            f"Wrote {len(written):,} predictions, {answered:,} of them with a long answer.",
            {"predictions": len(written), "answered": answered},
            as_json=options["json"],
        )


def _examples(patterns: list[str]) -> Iterator[BoxedExample]:
    return read_examples(
        gold_files(patterns), read_boxed_example, id_of=lambda each: each.gold.example_id
    )
