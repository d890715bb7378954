"""``train_reader SLUG|--gold GLOB --dev-gold GLOB --system S --out DIR [--epochs N] …``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import CommandParser
from rich.console import Console
from rich.progress import Progress

from annotator.measures.answer_match import NON_NULL_ANNOTATIONS
from annotator.systems.readers.command import ReaderCommand
from annotator.systems.readers.epoch_lines import curve_line, epoch_line
from annotator.systems.readers.model.settings import SYSTEMS, Settings
from annotator.systems.readers.sources import of_files, of_split

if TYPE_CHECKING:
    from annotator.systems.readers.model.examples import Examples
    from annotator.systems.readers.model.learning import State
    from annotator.systems.readers.model.trainer import Loaded


class Command(ReaderCommand):
    """Trains a system into a folder; run again after a kill, it goes on where it was."""

    help = "Train one of the paper's two systems on annotated examples."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the examples, the system and the folder."""
        super().add_arguments(parser)
        usual = Settings("docqa")
        parser.add_argument("slug", nargs="?", help="train on a project")
        parser.add_argument("--split", default="train", metavar="S", help="of it (train)")
        parser.add_argument(
            "--dev", default="dev", metavar="S", help="chooses epoch and thresholds (dev)"
        )
        parser.add_argument("--gold", nargs="+", metavar="GLOB", help="train on files instead")
        parser.add_argument("--dev-gold", nargs="+", metavar="GLOB", help="dev, as files")
        parser.add_argument("--system", choices=SYSTEMS, default="pipeline")
        parser.add_argument("--seed", type=int, default=usual.seed)
        parser.add_argument("--epochs", type=int, default=usual.epochs)
        parser.add_argument(
            "--non-null-annotations",
            type=int,
            default=NON_NULL_ANNOTATIONS,
            metavar="N",
            help="an example of dev is answerable when N annotations have an answer (default 2)",
        )
        parser.add_argument("--vectors", metavar="FILE", help="word vectors in GloVe's text format")
        parser.add_argument("--out", metavar="DIR", help="folder for the model (model-SYSTEM)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Train and say how good it is."""
        self.check_available()
        for name in ("seed", "epochs", "non_null_annotations"):
            least = 0 if name == "seed" else 1
            if not least <= options[name] <= 2**31:
                option = name.replace("_", "-")
                self.fail(f"--{option}", f"Give a whole number of at least {least}.")
        from annotator.systems.readers.model.checkpoints import has_ended
        from annotator.systems.readers.model.learning import Watch
        from annotator.systems.readers.model.trainer import train_into

        folder = options["out"] or f"model-{options['system']}"
        if has_ended(Path(folder)):
            self.fail("--out", f"{folder} has a model already. Name another folder, or delete it.")
        settings = Settings(options["system"], seed=options["seed"], epochs=options["epochs"])
        with self.errors_told():
            training, dev = self._examples(options)
            loaded = self._vectors(options["vectors"])
            with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
                shown = _Progress(self, bar, settings.epochs)
                card = train_into(
                    Path(folder),
                    settings,
                    training,
                    dev,
                    loaded=loaded,
                    non_null_annotations=options["non_null_annotations"],
                    watch=Watch(shown.on_step, shown.on_epoch),
                )
        losses = [each["loss"] for each in card["epochs"]]
        metrics = card["dev_metrics"]
        self.report(
            f"{curve_line(losses)}\n"
            f"Trained {card['title']} on {card['data']['used']:,} examples in "
            f"{card['seconds']:,.0f} s. F1 on dev: long answers "
            f"{metrics['long-best-threshold-f1']:.1%}, short answers "
            f"{metrics['short-best-threshold-f1']:.1%}. The model is in {folder}.",
            card,
            as_json=options["json"],
        )

    def _examples(self, options: dict[str, Any]) -> "tuple[Examples, Examples]":
        project = self.project_of(options)
        if project is None:
            if not options["dev_gold"]:
                self.fail("--dev-gold", "Name the files that thresholds are chosen on.")
            return of_files(options["gold"]), of_files(options["dev_gold"])
        if options["dev_gold"]:
            self.fail("--dev-gold", "Name a split with --dev; files go with --gold.")
        if options["split"] == options["dev"]:
            self.fail("--dev", "Choose a split other than the one used for training.")
        return of_split(project, options["split"]), of_split(project, options["dev"])

    def _vectors(self, path: str | None) -> "Loaded | None":
        from annotator.systems.readers.model.trainer import Loaded
        from annotator.systems.readers.model.word_vectors import read_word_vectors

        return Loaded(read_word_vectors(Path(path)), Path(path).name) if path else None


class _Progress:
    """Writes a line for each epoch, and moves the bar."""

    def __init__(self, command: Command, bar: Progress, epochs: int) -> None:
        self._command, self._bar, self._epochs = command, bar, epochs
        self._task = bar.add_task("Training", total=None)

    def on_step(self, state: "State", steps: int) -> None:
        """Move the bar."""
        done = state.epoch * steps + state.step
        self._bar.update(self._task, completed=done, total=self._epochs * steps)

    def on_epoch(self, state: "State") -> None:
        """Write what the epoch came to."""
        self._command.stderr.write(epoch_line(len(state.epochs), self._epochs, state.epochs[-1]))
