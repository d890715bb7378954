"""``verify_score RECEIPT [--json]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.systems.evaluation.models import Score
from annotator.systems.evaluation.records.receipts import find_score, verify
from annotator.systems.evaluation.retrieval.receipts import verify_retrieval


class Command(PlumblineCommand):
    """Computes a system's score again from all that it came from."""

    help = "Compute a system's score again and say whether it is what its receipt says."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the receipt."""
        super().add_arguments(parser)
        parser.add_argument("receipt", help="the receipt's digits, or the first eight")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute and compare."""
        score = find_score(options["receipt"])
        found = verify(score) if isinstance(score, Score) else verify_retrieval(score)
        lines = [f"{found.about}: {'the same' if found.is_same else 'NOT the same'}."]
        lines += [*found.differences, *found.remarks]
        values = {
            "receipt": found.receipt,
            "same": found.is_same,
            "differences": found.differences,
            "remarks": found.remarks,
            "metrics": found.metrics,
        }
        self.report("\n".join(lines), values, as_json=options["json"])
        if not found.is_same:
            raise SystemExit(1)
