"""The labels of a finished analysis as a file: CSV with a row for each labelling, or JSON.

Labellers are numbers here as they are in the analysis; nobody is named.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from annotator.material.formats.csv_lines import csv_lines
from annotator.systems.error_analysis.models import AnalysedAnswer, AnswerLabels, ErrorAnalysis

BETWEEN_LABELS = "; "
COLUMNS = ("number", "example_id", "question", "labeller", "labels", "note", "decided_at")


def file_of(analysis: ErrorAnalysis, answers: Iterable[AnalysedAnswer], form: str) -> bytes:
    """The labels of ``answers`` of the analysis; ``form`` is ``csv`` or ``json``."""
    lines = list(_lines(analysis, answers))
    if form == "csv":
        rows = ([_cell(line[column]) for column in COLUMNS] for line in lines)
        return "".join(csv_lines(COLUMNS, rows)).encode()
    return orjson.dumps({**_facts(analysis), "answers": lines}, option=orjson.OPT_INDENT_2)


def _facts(analysis: ErrorAnalysis) -> dict[str, Any]:
    each = analysis
    return {
        "project": each.project.slug,
        "number": each.number,
        "system": each.system_name,
        "split": each.split,
        "receipt": each.receipt,
        "seed": each.seed,
        "size": each.size,
        "population_size": each.population_size,
        "labels": each.labels,
        "opened_at": each.opened_at,
        "finished_at": each.finished_at,
    }


def _lines(analysis: ErrorAnalysis, answers: Iterable[AnalysedAnswer]) -> Iterator[dict[str, Any]]:
    names = [each["name"] for each in analysis.labels]
    rows = (
        AnswerLabels.objects.filter(
            answer__in=[each.pk for each in answers], labeller__removed_at=None
        )
        .select_related("answer__example__question", "labeller")
        .order_by("answer__number", "labeller__number")
    )
    for row in rows:
        example = row.answer.example
        yield {
            "number": row.answer.number,
            "example_id": example.example_id,
            "question": example.question.text,
            "answer": row.answer.answer,
            "labeller": row.labeller.number,
            "labels": [names[place] for place in row.labels],
            "note": row.note,
            "decided_at": row.decided_at.isoformat(),
        }


def _cell(value: object) -> object:
    return BETWEEN_LABELS.join(value) if isinstance(value, list) else value
