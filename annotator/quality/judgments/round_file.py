"""A round as the text of a file, for the download and the command."""

from collections.abc import Iterator, Sequence

import orjson

from annotator.material.formats.csv_lines import csv_lines
from annotator.quality.judgments.export import export_lines, table_columns, table_rows
from annotator.quality.judgments.models import JudgmentRound

FORMATS = ("csv", "jsonl")


def file_lines(
    judgment_round: JudgmentRound, form: str, splits: Sequence[str] = ()
) -> Iterator[str]:
    """The lines of a round's file in one of ``FORMATS``, each with its end; of the answers to
    questions of ``splits`` where some are named.

    Only for after phase 1: every vote is in it. Raises ``ValueError`` for another format.
    """
    if form == "csv":
        return csv_lines(table_columns(judgment_round), table_rows(judgment_round, splits))
    if form == "jsonl":
        return (orjson.dumps(line).decode() + "\n" for line in export_lines(judgment_round, splits))
    raise ValueError(f"{form!r} is not one of {', '.join(FORMATS)}")
