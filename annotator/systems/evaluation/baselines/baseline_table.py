"""All untrained baselines and people on one gold: the rows of the NQ paper's table 3."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotator.material.formats.candidate_boxes import BoxedExample
from annotator.measures.answer_match import Answer
from annotator.measures.evaluation import BETA
from annotator.measures.human_bounds import REFERENCES
from annotator.measures.system_scores import Scored, long_outcomes, official_metrics, short_outcomes
from annotator.systems.evaluation.baselines.baselines import Baseline
from annotator.systems.evaluation.scoring.people import people_at, people_on_natural_questions


def baseline_table(
    baselines: Mapping[str, Baseline], examples: Iterable[BoxedExample], *, on_all: bool = False
) -> dict[str, Any]:
    """``rows`` of the baselines, then of people, and which people are ``missing`` and why.

    A row has ``who``, over how many ``examples``, and the official ``metrics``; baselines give no
    short answers and have none of theirs. All face the same draws of five references where there
    are more, or ``on_all`` all annotations. Each example is read once.
    """
    gold = []
    scored: dict[str, list[Scored]] = {name: [] for name in baselines}
    for example in examples:
        gold.append(example.gold)
        for name, baseline in baselines.items():
            box, score = baseline.choose(example)
            answer = Answer(box.span if box else None)
            scored[name].append(Scored(example.gold.annotations, answer, score, 0.0))
    rows = [
        {"who": name, "examples": len(found), "metrics": _long_metrics(found, on_all=on_all)}
        for name, found in scored.items()
    ]
    people = people_at(people_on_natural_questions(gold), BETA, on_all=on_all)
    return {"rows": [*rows, *people["rows"]], "missing": people["missing"]}


def _long_metrics(scored: list[Scored], *, on_all: bool) -> dict[str, float]:
    references = None if on_all else REFERENCES
    metrics = official_metrics(
        *(each(scored, references=references) for each in (long_outcomes, short_outcomes))
    )
    return {name: value for name, value in metrics.items() if name.startswith("long-")}
