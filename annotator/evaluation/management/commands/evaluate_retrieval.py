"""``evaluate_retrieval --squad FILE --encoder bm25|MODULE:CLASS [--json]``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.command import PlumblineCommand
from annotator.evaluation.encoders import EncoderError, scorer_of
from annotator.evaluation.retrieval import build_benchmark, rank_answers
from annotator.formats.problems import FormatError
from annotator.formats.squad_files import read_squad
from annotator.measures.retrieval import retrieval_metrics


class Command(PlumblineCommand):
    """Measures how well an encoder finds the sentences that answer questions."""

    help = "Retrieve answers to a SQuAD file's questions from all of its sentences, as ReQA does."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the file and the encoder."""
        super().add_arguments(parser)
        parser.add_argument("--squad", required=True, metavar="FILE", help="SQuAD 1.1 or 2.0")
        parser.add_argument(
            "--encoder", required=True, metavar="NAME", help="bm25, or MODULE:CLASS of your own"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rank and print."""
        path = Path(options["squad"])
        try:
            benchmark = build_benchmark(read_squad(path))
            if not benchmark.questions:
                self.fail(path, "data", "The file has no question with an answer. Give another.")
            scorer = scorer_of(options["encoder"], benchmark)
            ranks = rank_answers(benchmark, scorer)
        except FormatError as error:
            for problem in error.problems:
                self.refuse(problem)
            raise SystemExit(1) from error
        except EncoderError as error:
            self.fail("--encoder", error)
        sizes = {"index_size": len(benchmark.sentences), "questions": len(benchmark.questions)}
        found = {
            "sentence": retrieval_metrics(ranks.sentence),
            "document": retrieval_metrics(ranks.document),
        }
        paragraphs = f"{len(benchmark.paragraphs):,} paragraphs"
        index = f"{sizes['index_size']:,} sentences of {paragraphs}"
        lines = [f"{index}, {sizes['questions']:,} questions"]
        lines += [
            f"  {kind:10}" + "".join(f"  {name} {value:.3f}" for name, value in metrics.items())
            for kind, metrics in found.items()
        ]
        self.report("\n".join(lines), {**found, **sizes}, as_json=options["json"])
