"""``evaluate_asqa --asqa FILE --split S --predictions FILE [--qa FILE | --reader DIR] …``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import CommandParser

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.foundation.commands.progress_bar import progress_bar
from annotator.material.formats.asqa import AsqaExample
from annotator.material.formats.asqa.predictions import read_some_answers
from annotator.material.formats.problems import FormatError
from annotator.measures.system_differences import System, compare_systems
from annotator.systems.evaluation.answer_extractor.extractor import (
    Extractor,
    found_answers,
    load_extractor,
)
from annotator.systems.evaluation.answer_extractor.extractor_folder import ExtractorError
from annotator.systems.evaluation.scoring.asqa import (
    QuestionScores,
    Reading,
    annotated_examples,
    evaluate_files,
    metric_intervals,
    metric_replicates,
    official_metrics,
)
from annotator.systems.evaluation.scoring.interval_words import (
    all_ends,
    compared,
    difference_lines,
    interval_lines,
)
from annotator.systems.evaluation.scoring.people import (
    AGAINST_EACH_OTHER,
    REPEATED,
    WITHOUT_CONTEXT,
    Row,
    asqa_rows,
)

WORDS = {
    "rougeLsum": "ROUGE-L",
    "str_em": "STR-EM",
    "QA-F1": "Disambig-F1 (QA-F1)",
    "QA-EM": "QA-EM",
    "QA-Hit": "QA-Hit",
    "ovscore": "DR",
    "length": "length in words",
}

PEOPLE = {
    REPEATED: "The question eight times",
    AGAINST_EACH_OTHER: "Annotators with context, against each other",
    WITHOUT_CONTEXT: "Annotators without context",
}


class Command(PlumblineCommand):
    """Scores long-form answers as ASQA's official scorer does."""

    help = "Score long-form answers to ASQA's questions, with the official scorer's numbers."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the data, the answers, and where the extractor's answers come from."""
        super().add_arguments(parser)
        parser.add_argument("--asqa", required=True, metavar="FILE", help="ASQA's JSON")
        parser.add_argument("--split", required=True, metavar="S", help="such as dev")
        parser.add_argument(
            "--predictions",
            required=True,
            metavar="FILE",
            help="JSON: {key: long-form answer}, or {key: passages, the best first}",
        )
        parser.add_argument(
            "--passages",
            type=int,
            default=1,
            metavar="K",
            help="in a file of passages, how many of each question are its answer (1)",
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
            "--compare-with", metavar="FILE", help="another system's answers to the same questions"
        )
        parser.add_argument(
            "--compare-qa", metavar="FILE", help="what a reader found in those; goes with --qa"
        )
        parser.add_argument(
            "--people",
            action="store_true",
            help="also score the annotators against each other and the question eight times",
        )
        parser.add_argument(
            "--without-context",
            metavar="FILE",
            help="with --people: answers {key: text} that people wrote without context",
        )
        parser.add_argument(
            "--write-qa", metavar="FILE", help="with --reader: keep what it finds, as for --qa"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Score and print."""
        self._check(options)
        kept: dict[str, Any] = {}
        others: list[QuestionScores] = []
        people: list[Row] = []
        try:
            extractor = load_extractor(Path(options["reader"])) if options["reader"] else None
            reading = _reading(extractor, kept) if extractor else None
            scores = _scores(options, options["predictions"], options["qa"], reading)
            if options["write_qa"]:
                self._write(Path(options["write_qa"]), kept)
            if options["compare_with"]:
                others = _scores(options, options["compare_with"], options["compare_qa"], reading)
            if options["people"]:
                people = _people(options, extractor)
        except FormatError as error:
            self.refuse_all(error.problems)
        except ExtractorError as error:
            self.fail("--reader", error)
        metrics = official_metrics(scores)
        replicates = metric_replicates(scores)
        intervals = metric_intervals(metrics, replicates)
        lines = [f"{len(scores):,} questions"]
        lines += [
            f"  {words:22}{metrics[name]:8.2f}" for name, words in WORDS.items() if name in metrics
        ]
        if "QA-F1" not in metrics:
            lines.append("Disambig-F1 and DR need a reader's answers: --qa or --reader.")
        lines += interval_lines(WORDS, intervals)
        values: dict[str, Any] = {**metrics, "intervals": all_ends(intervals)}
        if others:
            both = [
                System(metrics, replicates),
                System(official_metrics(others), metric_replicates(others)),
            ]
            found = compare_systems(both).between(0, 1)
            lines += difference_lines(WORDS, found)
            values["compared"] = compared(found)
        if people:
            lines += _lines_of_people(people)
            values["people"] = {
                row["who"]: {**row["metrics"], "questions": row["examples"]} for row in people
            }
        self.report("\n".join(lines), values, as_json=options["json"])

    def _check(self, options: dict[str, Any]) -> None:
        if options["passages"] < 1:
            self.fail("--passages", "Give a whole number from 1.")
        if options["write_qa"] and not options["reader"]:
            self.fail("--write-qa", "Only what a reader finds is kept; add --reader.")
        if bool(options["compare_qa"]) != bool(options["qa"] and options["compare_with"]):
            self.fail("--compare-qa", "It goes with --qa and --compare-with; give all or neither.")
        if options["without_context"] and not options["people"]:
            self.fail("--without-context", "It is scored beside people; add --people.")

    def _write(self, path: Path, found: dict[str, Any]) -> None:
        with self.published(path) as file:
            file.write(orjson.dumps({key: answer for key, [answer] in found.items()}))


def _scores(
    options: dict[str, Any], predictions: str, found: str | None, reading: Reading | None
) -> list[QuestionScores]:
    return evaluate_files(
        Path(options["asqa"]),
        Path(predictions),
        split=options["split"],
        found=Path(found) if found else None,
        reading=reading,
        passages=options["passages"],
    )


def _reading(extractor: Extractor, kept: dict[str, Any]) -> Reading:
    """Asks an extractor, and keeps what it finds."""

    def read(
        examples: Mapping[str, AsqaExample], answers: Mapping[str, str]
    ) -> Mapping[str, list[str]]:
        with progress_bar("Reading", total=len(examples)) as on_read:
            found = found_answers(extractor.find, examples, answers, on_read)
        kept.update(found)
        return found

    return read


def _people(options: dict[str, Any], extractor: Extractor | None) -> list[Row]:
    examples = annotated_examples(Path(options["asqa"]), options["split"], with_questions=True)
    alone = None
    if options["without_context"]:
        alone = read_some_answers(Path(options["without_context"]), keys=examples)
    return asqa_rows(examples, read=extractor.find if extractor else None, without_context=alone)


def _lines_of_people(people: list[Row]) -> list[str]:
    lines = []
    for row in people:
        lines += ["", f"{PEOPLE[row['who']]}, {row['examples']:,} questions"]
        lines += [
            f"  {words:22}{row['metrics'][name]:8.2f}"
            for name, words in WORDS.items()
            if name in row["metrics"]
        ]
    return lines
