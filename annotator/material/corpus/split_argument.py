"""How commands take the splits to which an export is limited."""

from django.core.management.base import CommandParser

from annotator.material.corpus.splits import UNNAMED_SPLIT


def add_splits(parser: CommandParser) -> None:
    """Let the export be limited to splits."""
    parser.add_argument(
        "--split",
        action="append",
        default=[],
        dest="splits",
        metavar="S",
        help=f"only this split; can be given several times ({UNNAMED_SPLIT}: those without one)",
    )
