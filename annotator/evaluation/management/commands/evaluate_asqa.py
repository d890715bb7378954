"""``evaluate_asqa --asqa FILE --split S --predictions FILE [--qa FILE] [--json]``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.command import PlumblineCommand
from annotator.evaluation.asqa import evaluate_files, official_metrics
from annotator.formats.problems import FormatError

WORDS = {
    "rougeLsum": "ROUGE-L",
    "str_em": "STR-EM",
    "QA-F1": "Disambig-F1 (QA-F1)",
    "QA-EM": "QA-EM",
    "QA-Hit": "QA-Hit",
    "ovscore": "DR",
    "length": "length in words",
}


class Command(PlumblineCommand):
    """Scores long-form answers as ASQA's official scorer does."""

    help = "Score long-form answers to ASQA's questions, with the official scorer's numbers."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the data, the answers, and where the reader's answers come from."""
        super().add_arguments(parser)
        parser.add_argument("--asqa", required=True, metavar="FILE", help="ASQA's JSON")
        parser.add_argument("--split", required=True, metavar="S", help="such as dev")
        parser.add_argument(
            "--predictions", required=True, metavar="FILE", help="JSON: {key: long-form answer}"
        )
        parser.add_argument(
            "--qa",
            metavar="FILE",
            help='what a reader found: JSON {"key_0": short answer}; export_squad --reader asks it',
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Score and print."""
        try:
            scores = evaluate_files(
                Path(options["asqa"]),
                Path(options["predictions"]),
                split=options["split"],
                found=Path(options["qa"]) if options["qa"] else None,
            )
        except FormatError as error:
            for problem in error.problems:
                self.refuse(problem)
            raise SystemExit(1) from error
        metrics = official_metrics(scores)
        lines = [f"{len(scores):,} questions"]
        lines += [
            f"  {words:22}{metrics[name]:8.2f}" for name, words in WORDS.items() if name in metrics
        ]
        if options["qa"] is None:
            lines.append("Disambig-F1 and DR need a reader's answers: --qa.")
        self.report("\n".join(lines), metrics, as_json=options["json"])
