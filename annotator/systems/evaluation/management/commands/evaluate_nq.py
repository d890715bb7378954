"""``evaluate_nq --gold GLOB|--project SLUG --predictions FILE [--run COMMAND] …``."""

import os
from argparse import ArgumentTypeError
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import CommandParser

from annotator.material.corpus.splits import scorable_splits
from annotator.material.formats.gold_answers import gold_files
from annotator.material.formats.problems import FormatError
from annotator.measures.answer_match import NON_NULL_ANNOTATIONS
from annotator.measures.human_bounds import REFERENCES
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.system_differences import System, compare_systems
from annotator.measures.system_scores import PRECISIONS
from annotator.systems.evaluation.gold.gold_file import gold_of
from annotator.systems.evaluation.programs.system_command import Limits
from annotator.systems.evaluation.programs.system_folder import FILE, SystemRunError
from annotator.systems.evaluation.programs.system_run import questions_of, run_system
from annotator.systems.evaluation.scoring.interval_words import (
    all_ends,
    compared,
    difference_lines,
    interval_lines,
)
from annotator.systems.evaluation.scoring.natural_questions import Evaluation, evaluate_files
from annotator.workspace.projects.kinds import Ability
from annotator.workspace.projects.project_command import ProjectCommand

PARTS = ("long", "short")
ALL = "all"
"""All annotations of an example are references, as in the official evaluator."""

WORDS = {
    f"{part}-{name}": f"{part} answers, {words}"
    for part in PARTS
    for name, words in {
        "best-threshold-f1": "F1",
        "best-threshold-precision": "precision",
        "best-threshold-recall": "recall",
        **{f"recall-at-precision>={each}": f"R@P={each}" for each in PRECISIONS},
    }.items()
}


class Command(ProjectCommand):
    """Scores predictions as Natural Questions' official evaluator does."""

    help = "Score predictions for Natural Questions, with the official evaluator's numbers."
    # They load the whole API, for a command that serves nothing.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the gold files and the predictions."""
        super().add_arguments(parser)
        parser.add_argument(
            "--gold",
            nargs="+",
            metavar="GLOB",
            help="annotated examples, original or simplified, .jsonl or .jsonl.gz",
        )
        parser.add_argument(
            "--project",
            metavar="SLUG",
            help="score against a project's annotations, as on its leaderboard",
        )
        parser.add_argument(
            "--split", metavar="S", help="the project's split, required if it has several"
        )
        parser.add_argument(
            "--predictions",
            metavar="FILE",
            help="the official JSON format; with --run, where to keep what the system wrote",
        )
        parser.add_argument(
            "--run",
            metavar="COMMAND",
            help='run a system, such as "docker run IMAGE": the questions come on standard input,'
            " and it writes its predictions to the file that $PREDICTIONS names",
        )
        parser.add_argument(
            "--run-seconds",
            type=int,
            default=3600,
            metavar="N",
            help="time limit in seconds (default 3600)",
        )
        parser.add_argument(
            "--run-memory",
            type=int,
            default=8192,
            metavar="MIB",
            help="memory limit (default 8192)",
        )
        parser.add_argument(
            "--run-disk",
            type=int,
            default=1024,
            metavar="MIB",
            help="limit of each file, and of the system's folder (default 1024)",
        )
        parser.add_argument(
            "--compare-with",
            metavar="FILE",
            help="another system's predictions for the same examples",
        )
        parser.add_argument(
            "--non-null-annotations",
            type=int,
            default=NON_NULL_ANNOTATIONS,
            metavar="N",
            help="an example is answerable when N annotations have an answer (default 2)",
        )
        for part in PARTS:
            parser.add_argument(
                f"--{part}-non-null-annotations",
                type=int,
                metavar="N",
                help=f"the same for {part} answers alone",
            )
        parser.add_argument(
            "--references",
            type=_references,
            metavar="N",
            help="draw N annotations of an example as references, or take all of them"
            f" (default: all; with --project {REFERENCES}, as on its leaderboard)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Score and print."""
        self._check(options)
        other = None
        with TemporaryDirectory() as folder:
            if options["project"]:
                options["references"] = options["references"] or REFERENCES
                options["gold"] = [str(self._gold(options, Path(folder)))]
            try:
                evaluation = _evaluated(options, self._predictions(options, Path(folder)))
                if options["compare_with"]:
                    other = _evaluated(options, Path(options["compare_with"]))
            except FormatError as error:
                self.refuse_all(error.problems)
            except SystemRunError as error:
                self.fail("run", error)
            except UndefinedMeasureError as error:
                self.fail("--project", error)
        replicates = evaluation.replicates()
        intervals = evaluation.intervals(replicates)
        lines = [_table(evaluation), *interval_lines(WORDS, intervals, scale=100)]
        values: dict[str, Any] = {**evaluation.metrics, "intervals": all_ends(intervals)}
        if other:
            both = [
                System(evaluation.metrics, replicates),
                System(other.metrics, other.replicates()),
            ]
            found = compare_systems(both).between(0, 1)
            lines += difference_lines(WORDS, found, scale=100)
            values["compared"] = compared(found)
        self.report("\n".join(lines), values, as_json=options["json"])

    def _check(self, options: dict[str, Any]) -> None:
        for name in ("non_null_annotations", *(f"{part}_non_null_annotations" for part in PARTS)):
            if options[name] is not None and options[name] < 1:
                self.fail(name.replace("_", "-"), "Give a whole number of at least 1.")
        if not (options["predictions"] or options["run"]):
            self.fail("predictions", "Give a file, or a system with --run.")
        if bool(options["gold"]) == bool(options["project"]):
            self.fail("gold", "Name either files or a project with --project.")
        if options["split"] and not options["project"]:
            self.fail("--split", "Only projects have splits; leave it out.")
        if options["project"] and options["run"]:
            self.fail("run", "Give the questions as files with --gold: export_nq writes them.")

    def _gold(self, options: dict[str, Any], folder: Path) -> Path:
        """The annotations of the project's split, as a file."""
        project = self.find_project(options["project"])
        self.check_can(project, Ability.BOXES, told="; this is for", field="--project")
        splits = scorable_splits(project)
        if not splits:
            self.fail("--project", f"{project.slug} has no examples yet.")
        chosen = options["split"] or (splits[0] if len(splits) == 1 else None)
        if chosen not in splits:
            self.fail("--split", f"Choose one of {', '.join(splits)}.")
        path = folder / "gold.jsonl"
        path.write_bytes(gold_of(project, chosen))
        return path

    def _predictions(self, options: dict[str, Any], folder: Path) -> Path:
        """The file that was given, or what the system writes."""
        if not options["run"]:
            return Path(options["predictions"])
        limits = Limits(options["run_seconds"], options["run_memory"], options["run_disk"])
        if min(limits.seconds, limits.mebibytes, limits.disk) < 1:
            self.fail("run", "Give whole numbers of at least 1 as limits.")
        kept = options["predictions"] and self._kept(Path(options["predictions"]))
        written = run_system(
            options["run"],
            questions_of(gold_files(options["gold"])),
            limits=limits,
            on_remark=self.stderr.write,
        )
        if kept:
            with self.published(kept) as file:
                file.write(written)
        path = folder / FILE
        path.write_bytes(written)
        return path

    def _kept(self, path: Path) -> Path:
        """Where the predictions are to be kept; exits with 1 before a run that would be lost."""
        place = self.place_to_write(path)
        # A device or a pipe is written to; a file is replaced by another one in its folder.
        asked = place if place.exists() and not place.is_file() else place.parent
        if place.is_dir() or not os.access(asked, os.W_OK):
            self.fail("predictions", f"{path} can't be written. Name a file in an open folder.")
        return path


def _evaluated(options: dict[str, Any], predictions: Path) -> Evaluation:
    both = options["non_null_annotations"]
    return evaluate_files(
        options["gold"],
        predictions,
        non_null_annotations=options["long_non_null_annotations"] or both,
        short_non_null_annotations=options["short_non_null_annotations"] or both,
        # As on the leaderboard: what nobody has annotated yet may still get an answer.
        annotated_only=bool(options["project"]),
        references=None if options["references"] in {None, ALL} else options["references"],
    )


def _references(text: str) -> str | int:
    if text == ALL:
        return ALL
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"Give {ALL}, or a whole number of at least 1.")
    return int(text)


def _against(evaluation: Evaluation) -> str:
    """How many references the examples have, and which share of them is answerable."""
    found = evaluation.references
    least, most, answerable = found["least"], found["most"], found["answerable"]
    number = f"{most}" if least == most else f"{least} to {most}"
    drawn = f"{number} references drawn from up to {max(evaluation.annotations)} annotations"
    words = drawn if evaluation.drawn else f"{number} references"
    return f"{words}; answerable {answerable['long']:.1%} long, {answerable['short']:.1%} short"


def _table(evaluation: Evaluation) -> str:
    """The scores in words: shares in per cent, a line for each way to choose a threshold."""
    metrics = evaluation.metrics
    lines = [f"{len(evaluation.long_answers):,} examples, {_against(evaluation)}"]
    for kind in PARTS:
        best = [metrics[f"{kind}-best-threshold-{name}"] for name in ("f1", "precision", "recall")]
        every = evaluation.without_threshold[kind]
        lines += [
            "",
            f"{kind.capitalize()} answers                  F1   precision      recall   threshold",
            _row("best threshold", *best, threshold=metrics[f"{kind}-best-threshold"]),
            _row("every prediction", every.f1, every.precision, every.recall),
        ]
        lines += [
            _row(
                f"precision at least {wanted:.0%}",
                None,
                metrics[f"{kind}-precision-at-precision>={wanted}"],
                metrics[f"{kind}-recall-at-precision>={wanted}"],
            )
            for wanted in PRECISIONS
        ]
    return "\n".join(lines)


def _row(name: str, *shares: float | None, threshold: float | None = None) -> str:
    cells = "".join(" " * 12 if share is None else f"{share:12.2%}" for share in shares)
    return f"  {name:22}{cells}" + (f"{threshold:12.5g}" if threshold is not None else "")
