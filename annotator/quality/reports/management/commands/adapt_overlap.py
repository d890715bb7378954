"""``adapt_overlap SLUG --at-most N [--sample SHARE]``, ``adapt_overlap SLUG --off``."""

from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils import timezone

from annotator.quality.reports.adaptive import set_adaptation
from annotator.quality.reports.adaptive_plan import Adaptation
from annotator.quality.reports.agreement_sample import USUAL_SHARE, annotations_of_sample
from annotator.quality.reports.services import start_statistics
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Turns adaptive overlap on or off."""

    help = "Request more annotations where the answer is unsettled, or stop requesting them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project and what to request."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("--at-most", type=int, metavar="N", help="annotations of an example")
        parser.add_argument("--step", type=int, default=1, help="added at a time (1)")
        parser.add_argument(
            "--confidence", type=float, default=0.9, help="an answer is settled at it (0.9)"
        )
        parser.add_argument(
            "--sample",
            type=float,
            default=USUAL_SHARE,
            metavar="SHARE",
            help="the agreement sample: examples that get all annotations in any case (0.1)",
        )
        parser.add_argument("--off", action="store_true", help="request no more")

    def handle(self, *args: Any, **options: Any) -> None:
        """Change the setting; the statistics that follow request the annotations."""
        project = self.find_project(options["slug"])
        cap = None if options["off"] else options["at_most"]
        if cap is None and not options["off"]:
            self.fail("cap", "Give a number with --at-most, or --off.")
        chosen = (
            None
            if cap is None
            else Adaptation(cap, options["step"], options["confidence"], options["sample"])
        )
        at = timezone.now()
        with transaction.atomic():
            set_adaptation(project=project, adaptation=chosen, at=at, actor=None)
            if chosen:
                start_statistics(project=project, at=at, actor=None)
        if chosen is None:
            self.report("Adaptive overlap is off.", {"cap": None}, as_json=options["json"])
            return
        more = annotations_of_sample(
            project.examples.of_main_task().count(),
            share=chosen.sample_share,
            cap=chosen.cap,
            overlap=project.overlap,
        )
        sentence = (
            f"Unsettled examples get up to {chosen.cap} annotations. The agreement sample gets "
            f"about {more:,} more than each example gets first."
        )
        self.report(
            sentence, {"cap": chosen.cap, "sample_annotations": more}, as_json=options["json"]
        )
