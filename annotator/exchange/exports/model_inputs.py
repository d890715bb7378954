"""``export_model_inputs``: what the ASQA paper's models read, from a project or a file."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from annotator.exchange.exports.ambiguous_examples import (
    chosen_examples,
    official_example,
    with_all_that_is_written,
)
from annotator.material.corpus.splits import check_splits
from annotator.material.formats.asqa import AsqaExample, read_file
from annotator.material.formats.asqa.model_inputs import (
    Passage,
    contexts_of,
    knowledge_of,
    open_book_input,
    oracle_input,
    source_of,
)
from annotator.material.formats.problems import ExampleError, FormatError, Problem
from annotator.workspace.projects.models import Project

BATCH = 100
MAX_PROBLEMS = 100

Examples = Mapping[str, AsqaExample]


def examples_of_project(project: Project, splits: Sequence[str]) -> dict[str, AsqaExample]:
    """The examples that ``export_asqa`` writes of ``splits``, by key.

    Raises ``JobFailedError`` for a split that the project doesn't have.
    """
    check_splits(project, splits)
    found = with_all_that_is_written(chosen_examples(project, splits=splits))
    return {
        each.ambiguous_question.key: official_example(each, threshold=project.context_threshold)
        for each in found.iterator(chunk_size=BATCH)
    }


def examples_of_file(path: Path, split: str) -> dict[str, AsqaExample]:
    """The examples of a split of ASQA's file, by key. Raises ``FormatError``."""
    examples: dict[str, AsqaExample] = {}
    problems: list[Problem] = []
    for key, example in read_file(path, split=split).examples():
        if isinstance(example, ExampleError):
            problems += example.problems
        else:
            examples[key] = example
    if problems:
        raise FormatError(problems[:MAX_PROBLEMS])
    return examples


def open_book_rows(
    examples: Examples, passages: Mapping[str, Sequence[Passage]]
) -> list[dict[str, Any]]:
    """A row for each question with its passages (figure 4)."""
    return [
        _row(key, example, open_book_input(example.ambiguous_question, passages[key]))
        for key, example in examples.items()
    ]


def oracle_rows(examples: Examples) -> list[dict[str, Any]]:
    """A row for each question with all that its annotators had (figure 5).

    The ``references`` leave out the answer whose knowledge is in the input, unless it is the only
    one.
    """
    rows = []
    for key, example in examples.items():
        row = _row(key, example, oracle_input(example))
        source = source_of(example)
        others = [each.long_form_answer for each in example.annotations if each is not source]
        rows.append(row | {"references": others or row["references"]})
    return rows


def random_passages(
    examples: Examples, pool: Examples, *, count: int, seed: int
) -> dict[str, list[Passage]]:
    """``count`` passages for each question, drawn from other questions' of ``pool``.

    The paper's random retrieval (section 6) draws them from the training set. A question's own
    passages are never drawn; the draw depends on the seed, the question's key and the pool alone.
    Raises ``ValueError`` if the pool has too few.
    """
    drawn = {}
    all_passages = {key: _passages_of(example) for key, example in pool.items()}
    for key, example in examples.items():
        own = set(_passages_of(example))
        others = [
            each
            for other, passages in all_passages.items()
            if other != key
            for each in passages
            if each not in own
        ]
        distinct = list(dict.fromkeys(others))
        if len(distinct) < count:
            noun = "passage" if len(distinct) == 1 else "passages"
            raise ValueError(f"{len(distinct):,} {noun} of other questions, {count:,} wanted")
        drawn[key] = random.Random(f"{seed} {key}").sample(distinct, count)  # noqa: S311
    return drawn


def _passages_of(example: AsqaExample) -> list[Passage]:
    pieces = [each for annotation in example.annotations for each in knowledge_of(annotation)]
    return contexts_of(example) + pieces


def _row(key: str, example: AsqaExample, text: str) -> dict[str, Any]:
    source = source_of(example)
    return {
        "key": key,
        "input": text,
        "target": source.long_form_answer if source else None,
        "references": [each.long_form_answer for each in example.annotations],
    }
