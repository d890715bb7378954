"""People's rows on a gold; ASQA's are scored again only where what they depend on changed."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

import orjson

from annotator.material.formats.asqa import AsqaExample
from annotator.systems.evaluation.answer_extractor.site_extractor import SiteExtractor
from annotator.systems.evaluation.gold.gold_file import first_answers
from annotator.systems.evaluation.scoring.people import (
    ANSWERS,
    READ_BY,
    SOURCE,
    WITHOUT_CONTEXT,
    Row,
    merged_people,
    people_on_asqa,
    people_on_natural_questions,
)
from annotator.systems.evaluation.scoring.score import code_version
from annotator.systems.evaluation.scoring.scored import SplitGold
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project


def current_people(
    gold: SplitGold,
    kind: str,
    *,
    kept: Sequence[Row],
    thresholds: Sequence[int],
    extractor: SiteExtractor | None,
    alone: Project | None,
) -> dict[str, list[Row]]:
    """The ``rows`` of people, and why others are ``missing``: Natural Questions' for each of the
    ``thresholds``; of ASQA those that ``extractor`` reads, and of the project ``alone``, where
    people saw the question without context.
    """
    if kind == Kind.NQ:
        found = (people_on_natural_questions(gold.examples, each) for each in thresholds)
        return reduce(merged_people, found)
    return _asqa_people(gold.examples, kept=kept, extractor=extractor, alone=alone)


def _asqa_people(
    examples: Mapping[str, AsqaExample],
    *,
    kept: Sequence[Row],
    extractor: SiteExtractor | None,
    alone: Project | None,
) -> dict[str, list[Row]]:
    """Rows that are ``kept`` of the same gold are taken as they are if nothing else has changed:
    people take five times as long as a system.
    """
    answers = first_answers(alone) if alone else None
    # Beside the gold, all that a row depends on.
    marks: dict[str, Any] = {READ_BY: [extractor.sha256 if extractor else "", code_version()]}
    of_alone = {SOURCE: alone.pk, ANSWERS: _sha256_of(answers, examples)} if alone else {}

    def marked(row: Row) -> Row:
        return row | marks | (of_alone if row["who"] == WITHOUT_CONTEXT else {})

    current = [row for row in kept if row == marked(row)]
    people = people_on_asqa(
        examples,
        read=extractor.find_of_people() if extractor else None,
        without_context=answers,
        known={row["who"] for row in current},
    )
    return people | {"rows": [*current, *map(marked, people["rows"])]}


def _sha256_of(answers: Mapping[str, str] | None, examples: Mapping[str, AsqaExample]) -> str:
    """Of the answers to ``examples``, hex."""
    told = {key: answer for key, answer in (answers or {}).items() if key in examples}
    return hashlib.sha256(orjson.dumps(told, option=orjson.OPT_SORT_KEYS)).hexdigest()
