"""``verify_score RECEIPT [--json]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.evaluation.receipts import find_score, verify
from annotator.site.command import PlumblineCommand


class Command(PlumblineCommand):
    """Computes a system's score again from the gold and the predictions that it came from."""

    help = "Compute a system's score again and say whether it is what its receipt says."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the receipt."""
        super().add_arguments(parser)
        parser.add_argument("receipt", help="the receipt's digits, or the first eight")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute and compare."""
        found = verify(find_score(options["receipt"]))
        score = found.score
        about = f"{score.system.name} on {score.split} of {score.system.project.slug}"
        lines = [f"{about}: {'the same' if found.is_same else 'NOT the same'}."]
        lines += [*found.differences, *found.remarks]
        values = {
            "receipt": score.receipt,
            "same": found.is_same,
            "differences": found.differences,
            "remarks": found.remarks,
            "metrics": score.metrics,
        }
        self.report("\n".join(lines), values, as_json=options["json"])
        if not found.is_same:
            raise SystemExit(1)
