"""``draw_splits SLUG --seed S --part NAME=SHARE|NUMBER … [--preview] [--json]``."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.collecting.assignments.splitting import Preview, draw_splits, preview_draw
from annotator.material.corpus.split_rule import Part
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Draws a project's examples into named parts, in the foreground."""

    help = "Draw the examples without a split into named parts. A project is drawn once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project, the seed and the parts."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("--seed", type=int, required=True, help="the same seed draws the same")
        parser.add_argument(
            "--part",
            action="append",
            required=True,
            dest="parts",
            metavar="NAME=SIZE",
            help="0.8 or 80%% is a share of what no number takes, 500 a number of examples",
        )
        parser.add_argument(
            "--preview", action="store_true", help="print what a draw would give, and draw nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Draw, or say what a draw would give."""
        project = self.find_project(options["slug"])
        parts = [self._part(text) for text in options["parts"]]
        if options["preview"]:
            preview = preview_draw(project=project, seed=options["seed"], parts=parts)
            values = {"splits": preview.examples, "is_exact": preview.is_exact}
            self.report(_sentence(preview), values, as_json=options["json"])
            return
        _, job = draw_splits(
            project=project,
            seed=options["seed"],
            parts=parts,
            at=timezone.now(),
            actor=None,
            queue=False,
        )
        self.run_job(job, as_json=options["json"])

    def _part(self, text: str) -> Part:
        name, _, size = text.rpartition("=")
        try:
            if size.endswith("%"):
                return Part(name, share=float(size[:-1]) / 100)
            return Part(name, number=int(size)) if size.isdigit() else Part(name, share=float(size))
        except ValueError:
            self.fail("part", f"{text}: write NAME=0.8, NAME=80% or NAME=500.")


def _sentence(preview: Preview) -> str:
    about = "" if preview.is_exact else "about "
    counts = (
        f"{name or 'without a split'}: {about}{count:,}" for name, count in preview.examples.items()
    )
    return "; ".join(counts) + "."
