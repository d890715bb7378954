"""``evaluate_retrieval SLUG|--squad FILE --encoder bm25|minilm|MODULE:CLASS …``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import CommandParser

from annotator.foundation.commands.progress_bar import progress_bar
from annotator.material.formats.problems import FormatError
from annotator.material.formats.squad.files import AskedParagraph, read_squad
from annotator.measures.retrieval_intervals import Estimate
from annotator.systems.evaluation.retrieval.asked_project import asked_in
from annotator.systems.evaluation.retrieval.benchmark import Benchmark, Ranking, build_benchmark
from annotator.systems.evaluation.retrieval.details import FIRST, details, missed_by_all
from annotator.systems.evaluation.retrieval.encoder_error import EncoderError
from annotator.systems.evaluation.retrieval.figures import (
    Comparison,
    Found,
    ends_of,
    estimates_of,
    values_of,
)
from annotator.systems.evaluation.retrieval.run import Run, run_encoder
from annotator.systems.evaluation.retrieval.stored import benchmark_sha256
from annotator.systems.evaluation.retrieval.vector_files import list_texts
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.projects.project_command import ProjectCommand

VECTORS = "vectors"


class Command(ProjectCommand):
    """Measures how well an encoder finds the sentences that answer questions."""

    help = "Retrieve answers to the questions of a project or a SQuAD file, as ReQA does."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the questions and the encoder."""
        super().add_arguments(parser)
        parser.add_argument("slug", nargs="?", help="a project, as export_squad writes it")
        parser.add_argument(
            "--split", action="append", default=[], metavar="S", help="of the project alone"
        )
        parser.add_argument("--squad", metavar="FILE", help="SQuAD 1.1 or 2.0, without a project")
        parser.add_argument(
            "--encoder", metavar="NAME", help="bm25, minilm, or MODULE:CLASS of your own"
        )
        parser.add_argument(
            "--vectors",
            nargs=2,
            metavar=("QUESTIONS", "ANSWERS"),
            help="two .npy files in place of an encoder, with a row for each line of --list",
        )
        parser.add_argument("--list", metavar="FOLDER", help="write all texts in order")
        parser.add_argument(
            "--compare",
            metavar="NAME",
            help="a second encoder: prints its scores minus the first one's",
        )
        parser.add_argument(
            "--details", metavar="FILE", help="write ranks and first sentences of each question"
        )
        parser.add_argument(
            "--keep", metavar="FOLDER", help="keep progress here, so that a killed run can resume"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rank and print."""
        self._check(options)
        paragraphs = self._paragraphs(options)
        benchmark = self._benchmark(paragraphs, options)
        if options["list"]:
            with self.writing(options["list"]):
                list_texts(benchmark, Path(options["list"]))
        runs = self._runs(benchmark, options)
        sizes = {
            "index_size": len(benchmark.sentences),
            "questions": len(benchmark.questions),
            "paragraphs": len(benchmark.paragraphs),
        }
        of_texts = {"benchmark_sha256": benchmark_sha256(benchmark)}
        lines = [
            (
                f"{sizes['index_size']:,} sentences of {sizes['paragraphs']:,} paragraphs, "
                f"{sizes['questions']:,} questions"
            ),
            *_misplaced_line(paragraphs),
        ]
        values: dict[str, Any] = {**sizes, **of_texts}
        for number, run in enumerate(runs):
            found = estimates_of(run.ranking)
            lines += _lines(run.name, found)
            values |= {"compared": _values(run, found)} if number else _values(run, found)
        if len(runs) > 1:
            less = Comparison([run.ranking for run in runs]).between(1, 0)
            lines += _lines(f"{runs[1].name} less {runs[0].name}", less)
            values["difference"] = values_of(less) | {"intervals": ends_of(less)}
        if runs and options["details"]:
            rankings = {run.name: run.ranking for run in runs}
            values["missed_by_all"] = missed_by_all(rankings.values())
            self._write_details(benchmark, rankings, Path(options["details"]))
        self.report("\n".join(lines), values, as_json=options["json"])

    def _check(self, options: dict[str, Any]) -> None:
        if bool(options["slug"]) == bool(options["squad"]):
            self.fail("slug", "Name either a project or a file with --squad.")
        if options["split"] and not options["slug"]:
            self.fail("--split", "Only projects have splits; leave it out.")
        if options["encoder"] and options["vectors"]:
            self.fail("--vectors", "Vectors take the place of --encoder; leave one out.")
        if not (options["encoder"] or options["vectors"] or options["list"]):
            self.fail("--encoder", "Name an encoder: bm25, minilm or MODULE:CLASS.")
        if options["compare"] and not (options["encoder"] or options["vectors"]):
            self.fail("--compare", "Name the first encoder with --encoder.")
        self.refuse_pipes(options["vectors"] or ())

    def _benchmark(self, paragraphs: list[AskedParagraph], options: dict[str, Any]) -> Benchmark:
        benchmark = build_benchmark(paragraphs)
        if not benchmark.questions:
            if options["slug"]:
                self.fail("slug", "The project has no question with an answer yet.")
            self.fail(
                options["squad"], "data", "The file has no question with an answer. Give another."
            )
        return benchmark

    def _paragraphs(self, options: dict[str, Any]) -> list[AskedParagraph]:
        try:
            if options["squad"]:
                return read_squad(Path(options["squad"]))
            return asked_in(self.find_project(options["slug"]), options["split"])
        except FormatError as error:
            self.refuse_all(error.problems)
        except JobFailedError as error:
            self.fail("--split", error)

    def _write_details(
        self, benchmark: Benchmark, rankings: dict[str, Ranking], path: Path
    ) -> None:
        with self.published(path) as file:
            rows = details(benchmark, rankings)
            file.writelines(orjson.dumps(each) + b"\n" for each in rows)

    def _runs(self, benchmark: Benchmark, options: dict[str, Any]) -> list[Run]:
        keep = Path(options["keep"]) if options["keep"] else None
        vectors = None
        if options["vectors"]:
            questions, answers = options["vectors"]
            vectors = (Path(questions), Path(answers))
        names = [VECTORS if vectors else options["encoder"], options["compare"]]
        total = len(benchmark.sentences) + len(benchmark.questions)
        runs: list[Run] = []
        for number, name in enumerate(each for each in names if each):
            given = vectors if number == 0 else None
            option = "--compare" if number else ("--vectors" if vectors else "--encoder")
            try:
                with progress_bar(name, total=total) as on_done:
                    runs.append(
                        run_encoder(
                            benchmark,
                            name,
                            vectors=given,
                            keep=keep,
                            first=FIRST if options["details"] else 0,
                            on_done=on_done,
                        )
                    )
            except EncoderError as error:
                self.fail(option, error)
            except OSError as error:
                self.fail(error.filename or option, f"{error.strerror}. Check the path.")
        return runs


def _lines(name: str, found: Found) -> Iterator[str]:
    yield f"  {name}"
    for kind, of_kind in found.items():
        yield f"    {kind:10}" + "".join(map(_figure, of_kind.items()))


def _misplaced_line(paragraphs: list[AskedParagraph]) -> Iterator[str]:
    number = sum(asked.misplaced for each in paragraphs for asked in each.questions)
    if number:
        answers = "1 answer has" if number == 1 else f"{number:,} answers have"
        yield f"{answers} other words at its place in the file; only the place counts."


def _figure(named: tuple[str, Estimate]) -> str:
    name, each = named
    ends = "" if each.low is None else f" [{each.low:.3f}, {each.high:.3f}]"
    return f"  {name} {each.value:.3f}{ends}"


def _values(run: Run, found: Found) -> dict[str, Any]:
    seconds = {"index": run.index_seconds, "question": run.question_seconds}
    return {
        "encoder": run.name,
        **values_of(found),
        "intervals": ends_of(found),
        "seconds": {name: round(value, 6) for name, value in seconds.items()},
        "index_bytes": run.index_bytes,
    }
