"""Random gold and predictions, as files: the scores equal those of the rules in plain loops."""

import gzip
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.answer_match import Answer, Span
from annotator.measures.system_scores import Scored
from annotator.systems.evaluation.natural_questions import evaluate_files
from benchmarks.plain_evaluator import best_f1
from tests.measures.test_system_scores import PAIRS, SCORES, SPANS, long_row, metrics_of, short_row
from tests.size import examples

FULL_SPANS = st.builds(Span, PAIRS, PAIRS)
YES_NO = st.sampled_from(["NONE", "YES", "NO"])


def answers(spans: st.SearchStrategy[Span]) -> st.SearchStrategy[Answer]:
    """Without *yes* or *no* beside spans, which is refused."""
    sets = st.lists(spans, max_size=2, unique=True).map(tuple)
    long_answers = st.none() | spans
    return st.builds(Answer, long_answers, sets) | st.builds(
        Answer, long_answers, st.just(()), YES_NO
    )


EXAMPLES = st.builds(
    Scored, st.lists(answers(FULL_SPANS), max_size=5), answers(SPANS), SCORES, SCORES
)


def written_span(span: Span | None) -> dict[str, int]:
    """In the official format, -1 for what isn't given."""
    given = {"byte": span and span.in_bytes, "token": span and span.in_tokens}
    return {
        f"{end}_{unit}": pair[place] if pair else -1
        for unit, pair in given.items()
        for place, end in enumerate(("start", "end"))
    }


def written(answer: Answer) -> dict[str, Any]:
    return {
        "long_answer": written_span(answer.long_answer),
        "short_answers": [written_span(each) for each in answer.short_answers],
        "yes_no_answer": answer.yes_no_answer,
    }


def write(folder: Path, scored: list[Scored]) -> tuple[Path, Path]:
    gold, predictions = folder / "gold.jsonl", folder / "predictions.json"
    lines = [
        {
            "example_id": number,
            "annotations": [
                {"annotation_id": place, **written(each)}
                for place, each in enumerate(example.annotations)
            ],
        }
        for number, example in enumerate(scored)
    ]
    gold.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    rows = [
        {
            "example_id": number,
            **written(example.prediction),
            "long_answer_score": example.long_score,
            "short_answers_score": example.short_score,
        }
        for number, example in enumerate(scored)
    ]
    predictions.write_text(json.dumps({"predictions": rows}), encoding="utf-8")
    return gold, predictions


@pytest.mark.long
@examples(200, 3000)
@given(st.lists(EXAMPLES, min_size=1, max_size=12), st.integers(1, 3))
def test_files_get_the_scores_of_the_rules(scored: list[Scored], non_null: int) -> None:
    with TemporaryDirectory() as folder:
        gold, predictions = write(Path(folder), scored)
        found = evaluate_files([str(gold)], predictions, non_null_annotations=non_null).metrics
    for part, row in (("long", long_row), ("short", short_row)):
        expected = metrics_of([row(each, non_null) for each in scored])
        assert {name: found[f"{part}-{name}"] for name in expected} == expected


@examples(50, 1000)
@given(st.lists(EXAMPLES, min_size=1, max_size=12))
def test_what_the_cost_is_compared_with_finds_the_same_f1(scored: list[Scored]) -> None:
    with TemporaryDirectory() as folder:
        gold, predictions = write(Path(folder), scored)
        metrics = evaluate_files([str(gold)], predictions).metrics
        zipped = gold.with_suffix(".gz")
        zipped.write_bytes(gzip.compress(gold.read_bytes()))
        assert best_f1(predictions, [zipped]) == pytest.approx(
            {part: metrics[f"{part}-best-threshold-f1"] for part in ("long", "short")}
        )
