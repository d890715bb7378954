"""The gold of Natural Questions: see ``GoldFiles``."""

from collections.abc import Sequence
from functools import reduce

import orjson

from annotator.exchange.exports.answered_examples import answered_examples
from annotator.material.corpus.splits import main_examples
from annotator.material.formats.natural_questions import original_question, write_object
from annotator.systems.evaluation.answer_extractor.site_extractor import SiteExtractor
from annotator.systems.evaluation.gold.answer_groups import groups_of
from annotator.systems.evaluation.gold.gold_file import is_simulated
from annotator.systems.evaluation.scoring.natural_questions_gold import NaturalQuestionsGold
from annotator.systems.evaluation.scoring.people import (
    Row,
    merged_people,
    people_on_natural_questions,
)
from annotator.systems.evaluation.scoring.scored import SplitGold
from annotator.workspace.projects.models import Project

NAME = "gold.jsonl"
MAY_BE_SIMULATED = True
BATCH = 500
read, groups = NaturalQuestionsGold.read, groups_of


def write(project: Project, split: str) -> bytes:
    """JSON lines."""
    examples = main_examples(project, [split]).order_by("position")
    lines = []
    simulated = is_simulated(project)
    shares = examples.values("page").distinct().order_by().count() < examples.count()
    for few in answered_examples(examples, simulated=simulated, batch=BATCH, by_submission=True):
        for example in few:
            fields = original_question(example.answered)
            line = {key: fields[key] for key in ("annotations", "example_id")}
            if shares:
                # As the statistics tell pages apart: sections of an article may be pages too.
                line["document_url"] = orjson.dumps(f"page {example.page}")
            lines.append(write_object(line))
    return b"".join(lines)


def people(
    gold: SplitGold,
    *,
    kept: Sequence[Row],
    thresholds: Sequence[int],
    extractor: SiteExtractor | None,
    alone: Project | None,
) -> dict[str, list[Row]]:
    """At each threshold."""
    found = (people_on_natural_questions(gold.examples, each) for each in thresholds)
    return reduce(merged_people, found)
