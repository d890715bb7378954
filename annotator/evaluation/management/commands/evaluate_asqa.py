"""``evaluate_asqa --asqa FILE --split S --predictions FILE [--qa FILE | --reader DIR] …``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import CommandParser

from annotator.command import PlumblineCommand
from annotator.evaluation.asqa import Reading, evaluate_files, official_metrics
from annotator.evaluation.reader import found_answers, load_reader
from annotator.evaluation.reader_folder import ReaderError
from annotator.formats.asqa import AsqaExample
from annotator.formats.problems import FormatError
from annotator.progress_bar import progress_bar

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
        found = parser.add_mutually_exclusive_group()
        found.add_argument(
            "--qa",
            metavar="FILE",
            help='what a reader found: JSON {"key_0": short answer}; export_squad --reader asks it',
        )
        found.add_argument(
            "--reader",
            metavar="DIR",
            help="an extractive reader with a no-answer score, as Hugging Face's tools save it",
        )
        parser.add_argument(
            "--write-qa", metavar="FILE", help="with --reader: keep what it finds, as for --qa"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Score and print."""
        if options["write_qa"] and not options["reader"]:
            self.fail("--write-qa", "Only what a reader finds is kept; add --reader.")
        kept: dict[str, Any] = {}
        try:
            scores = evaluate_files(
                Path(options["asqa"]),
                Path(options["predictions"]),
                split=options["split"],
                found=Path(options["qa"]) if options["qa"] else None,
                reading=_reading(Path(options["reader"]), kept) if options["reader"] else None,
            )
        except FormatError as error:
            for problem in error.problems:
                self.refuse(problem)
            raise SystemExit(1) from error
        except ReaderError as error:
            self.fail("--reader", error)
        if options["write_qa"]:
            self._write(Path(options["write_qa"]), kept)
        metrics = official_metrics(scores)
        lines = [f"{len(scores):,} questions"]
        lines += [
            f"  {words:22}{metrics[name]:8.2f}" for name, words in WORDS.items() if name in metrics
        ]
        if "QA-F1" not in metrics:
            lines.append("Disambig-F1 and DR need a reader's answers: --qa or --reader.")
        self.report("\n".join(lines), metrics, as_json=options["json"])

    def _write(self, path: Path, found: dict[str, Any]) -> None:
        try:
            path.write_bytes(orjson.dumps({key: answer for key, [answer] in found.items()}))
        except OSError as error:
            self.fail("--write-qa", f"{path} can't be written ({error.strerror}). Choose another.")


def _reading(folder: Path, kept: dict[str, Any]) -> Reading:
    """Asks the reader of a folder, and keeps what it finds."""
    reader = load_reader(folder)

    def read(
        examples: Mapping[str, AsqaExample], answers: Mapping[str, str]
    ) -> Mapping[str, list[str]]:
        with progress_bar("Reading", total=len(examples)) as on_read:
            kept.update(found_answers(reader, examples, answers, on_read))
        return kept

    return read
