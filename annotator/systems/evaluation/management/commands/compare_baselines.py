"""``compare_baselines --gold GLOB|--project SLUG [--train GLOB|--train-project SLUG] …``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.material.formats.problems import FormatError
from annotator.systems.evaluation.baselines.baseline_command import (
    TRAINED,
    UNTRAINED,
    BaselineCommand,
)
from annotator.systems.evaluation.baselines.baseline_table import baseline_table
from annotator.workspace.jobs.context import JobFailedError

SHARES = ("precision", "recall", "f1")


class Command(BaselineCommand):
    """Prints how the untrained baselines and people do, as the paper's table 3."""

    help = "Print precision, recall and F1 of all untrained baselines, and of people below them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Choose the references too."""
        super().add_arguments(parser)
        parser.add_argument(
            "--all-annotations",
            action="store_true",
            help="take all annotations of an example as references, not draws of five",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Score and print."""
        self.check_sources(options)
        trains = options["train"] or options["train_project"]
        names = (UNTRAINED, *(TRAINED if trains else ()))
        try:
            baselines = {name: self.baseline(name, options) for name in names}
            table = baseline_table(
                baselines, self.counted_gold(options), on_all=options["all_annotations"]
            )
        except FormatError as error:
            self.refuse_all(error.problems)
        except JobFailedError as error:
            self.fail("split", error)
        if not trains:
            reason = "It copies from training examples; name them with --train."
            table["missing"] = [{"who": each, "reason": reason} for each in TRAINED] + table[
                "missing"
            ]
        self.report("\n".join(_lines(table)), table, as_json=options["json"])


def _lines(table: dict[str, Any]) -> list[str]:
    head = "".join(f"{f'{part} {share}':>17}" for part in ("long", "short") for share in SHARES)
    lines = [f"{'':22}{head}{'examples':>10}"]
    lines += [
        f"{_named(row['who']):22}{_cells(row['metrics'])}{row['examples']:>10,}"
        for row in table["rows"]
    ]
    return lines + [f"{_named(each['who'])}: {each['reason']}" for each in table["missing"]]


def _cells(metrics: dict[str, float]) -> str:
    """Shares in per cent; nothing where nobody gave an answer."""
    values = [
        metrics.get(f"{part}-best-threshold-{share}")
        for part in ("long", "short")
        for share in SHARES
    ]
    return "".join(f"{'–':>17}" if value is None else f"{value:>17.1%}" for value in values)


def _named(who: str) -> str:
    return who.replace("_", " ").replace("-", " ").capitalize()
