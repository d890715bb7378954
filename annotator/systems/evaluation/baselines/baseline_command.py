"""The base of commands about baselines: where examples and training examples come from."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.core.management.base import CommandParser

from annotator.material.formats.candidate_boxes import BoxedExample, read_boxed_example
from annotator.material.formats.gold_answers import gold_files, read_examples
from annotator.systems.evaluation.baselines.baselines import (
    Baseline,
    ClosestQuestion,
    FirstParagraph,
    MostFrequent,
)
from annotator.systems.evaluation.baselines.boxed_project import boxed_examples
from annotator.systems.evaluation.gold.gold_file import is_simulated
from annotator.workspace.projects.kinds import Ability
from annotator.workspace.projects.project_command import ProjectCommand

UNTRAINED = "first-paragraph"
TRAINED: Mapping[str, Callable[[Iterable[BoxedExample]], Baseline]] = {
    "most-frequent": MostFrequent,
    "closest-question": ClosestQuestion,
}


class BaselineCommand(ProjectCommand):
    """Takes examples from files or from a project."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the examples, and where baselines copy answers from."""
        super().add_arguments(parser)
        parser.add_argument(
            "--gold",
            nargs="+",
            metavar="GLOB",
            help="the examples to answer, original or simplified, .jsonl or .jsonl.gz",
        )
        parser.add_argument("--project", metavar="SLUG", help="answer a project's examples instead")
        parser.add_argument(
            "--split", action="append", default=[], metavar="S", help="only this split"
        )
        parser.add_argument(
            "--train", nargs="+", metavar="GLOB", help="annotated examples to copy answers from"
        )
        parser.add_argument("--train-project", metavar="SLUG", help="copy a project's instead")
        parser.add_argument(
            "--train-split", action="append", default=[], metavar="S", help="only this split"
        )

    def check_sources(self, options: dict[str, Any]) -> None:
        """Exit with 1 for options that don't go together."""
        if bool(options["gold"]) == bool(options["project"]):
            self.fail("--gold", "Name either files with --gold or a project with --project.")
        if options["train"] and options["train_project"]:
            self.fail("--train", "Name either files or a project with --train-project.")
        for splits, of in (("split", "project"), ("train_split", "train_project")):
            if options[splits] and not options[of]:
                option = splits.replace("_", "-")
                self.fail(f"--{option}", "Only projects have splits; leave it out.")

    def gold(self, options: dict[str, Any]) -> Iterator[BoxedExample]:
        """The examples to answer. Raises ``FormatError`` or ``JobFailedError``."""
        return self._examples(options["gold"], options["project"], options["split"])

    def counted_gold(self, options: dict[str, Any]) -> Iterator[BoxedExample]:
        """Examples that count in a score; of a project, as on its leaderboard, annotated ones."""
        return (
            each for each in self.gold(options) if each.gold.annotations or not options["project"]
        )

    def baseline(self, name: str, options: dict[str, Any]) -> Baseline:
        """The baseline, trained where it copies. Raises what ``gold`` raises."""
        if name == UNTRAINED:
            return FirstParagraph()
        return TRAINED[name](
            self._examples(options["train"], options["train_project"], options["train_split"])
        )

    def _examples(
        self, patterns: list[str] | None, slug: str | None, splits: list[str]
    ) -> Iterator[BoxedExample]:
        """The examples of files, or else of a project."""
        if patterns:
            return read_examples(
                gold_files(patterns), read_boxed_example, id_of=lambda each: each.gold.example_id
            )
        project = self.find_project(slug or "")
        self.check_can(project, Ability.BOXES, field="--project")
        # As on its leaderboard, simulated annotations count where there are no others.
        return boxed_examples(project, splits, simulated=is_simulated(project))
