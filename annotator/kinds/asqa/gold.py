"""The gold of ambiguous questions: see ``GoldFiles``."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from annotator.collecting.annotations.submission_order import earliest_first
from annotator.exchange.exports.ambiguous_examples import (
    chosen_examples,
    counted_annotations,
    official_example,
    with_all_that_is_written,
)
from annotator.material.corpus.splits import main_examples
from annotator.material.formats.asqa import AsqaExample, write_example
from annotator.systems.evaluation.answer_extractor.site_extractor import SiteExtractor
from annotator.systems.evaluation.gold.answer_groups import AnswerGroup
from annotator.systems.evaluation.scoring.asqa_gold import AsqaGold
from annotator.systems.evaluation.scoring.people import (
    ANSWERS,
    READ_BY,
    SOURCE,
    WITHOUT_CONTEXT,
    Row,
    people_on_asqa,
)
from annotator.systems.evaluation.scoring.score import code_version
from annotator.systems.evaluation.scoring.scored import SplitGold
from annotator.workspace.projects.models import Project

NAME = "gold.json"
MAY_BE_SIMULATED = False
BATCH = 500
read = AsqaGold.read


def write(project: Project, split: str) -> bytes:
    """JSON, without questions about which there is a concern."""
    chosen = chosen_examples(project, splits=[split])
    examples = with_all_that_is_written(chosen, by_submission=True)
    written = {
        example.ambiguous_question.key: write_example(
            official_example(example, threshold=project.context_threshold)
        )
        for example in examples.iterator(chunk_size=BATCH)
    }
    return orjson.dumps({split: written})


def groups(project: Project, split: str, *, simulated: bool) -> Mapping[int, AnswerGroup]:
    """Nothing."""
    return {}


def first_answers(project: Project) -> dict[str, str]:
    """The answer of each question that was submitted first of those that count, by its key."""
    counted = (
        counted_annotations().prefetch_related(None).filter(example__in=main_examples(project))
    )
    rows = earliest_first(counted).values_list(
        "example__ambiguous_question__key", "long_form_answer__text"
    )
    # Of equal keys the last one stays: the latest come first.
    return dict(reversed(list(rows)))


def people(
    gold: SplitGold,
    *,
    kept: Sequence[Row],
    thresholds: Sequence[int],
    extractor: SiteExtractor | None,
    alone: Project | None,
) -> dict[str, list[Row]]:
    """Rows that are ``kept`` of the same gold are taken as they are if nothing else has changed:
    people take five times as long as a system.
    """
    answers = first_answers(alone) if alone else None
    # Beside the gold, all that a row depends on.
    marks: dict[str, Any] = {READ_BY: [extractor.sha256 if extractor else "", code_version()]}
    of_alone = {SOURCE: alone.pk, ANSWERS: _sha256_of(answers, gold.examples)} if alone else {}

    def marked(row: Row) -> Row:
        return row | marks | (of_alone if row["who"] == WITHOUT_CONTEXT else {})

    current = [row for row in kept if row == marked(row)]
    found = people_on_asqa(
        gold.examples,
        read=extractor.find_of_people() if extractor else None,
        without_context=answers,
        known={row["who"] for row in current},
    )
    return found | {"rows": [*current, *map(marked, found["rows"])]}


def _sha256_of(answers: Mapping[str, str] | None, examples: Mapping[str, AsqaExample]) -> str:
    """Of the answers to ``examples``, hex."""
    told = {key: answer for key, answer in (answers or {}).items() if key in examples}
    return hashlib.sha256(orjson.dumps(told, option=orjson.OPT_SORT_KEYS)).hexdigest()
