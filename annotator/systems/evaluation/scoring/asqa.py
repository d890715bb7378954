"""Scores of a file of long-form answers against ASQA's, as the data set's scorer gives them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from annotator.material.formats.asqa import AsqaExample, read_file
from annotator.material.formats.asqa.predictions import (
    disambiguation_key,
    read_found_answers,
    read_long_form_answers,
)
from annotator.material.formats.asqa.scored import read_scored_example
from annotator.material.formats.problems import ExampleError, FormatError, Problem
from annotator.measures.extractor_accuracy import ExtractorScores, extractor_scores
from annotator.measures.intervals import LEAST_AVERAGED, Clusters, Interval
from annotator.measures.resampled_scores import SEED, Replicates, mean_intervals, mean_replicates
from annotator.measures.rouge import rouge_l
from annotator.measures.short_answer_presence import string_exact_match

REFERENCES = 2
"""So many annotations of a question are references: the first ones."""


@dataclass(frozen=True, slots=True)
class QuestionScores:
    """The scores of one answer: ROUGE-L and STR-EM 0 to 1, its length in words.

    ``extractor`` is None if no extractor's answers were given. ``place`` is the answer's in its
    file. ``pages`` are the titles of the question's pages.
    """

    key: str
    rouge_l: float
    str_em: float
    words: int
    extractor: ExtractorScores | None
    place: int = 0
    pages: tuple[str, ...] = ()


Reading = Callable[[Mapping[str, AsqaExample], Mapping[str, str]], Mapping[str, Sequence[str]]]
"""What finds short answers, by the disambiguation's key, in the long-form answers to examples."""


def evaluate_files(
    asqa: Path,
    predictions: Path,
    *,
    split: str,
    found: Path | None = None,
    reading: Reading | None = None,
    passages: int = 1,
) -> list[QuestionScores]:
    """Score a file of long-form answers against a split of ASQA's file.

    From a file of passages, the first ``passages`` of each question are its answer. ``found`` is a
    file of what an extractor found in the answers; instead, ``reading`` has one read them now.
    Raises ``FormatError`` if something is wrong with one of the files.
    """
    examples = annotated_examples(asqa, split, with_questions=reading is not None)
    answers = read_long_form_answers(predictions, keys=examples, passages=passages)
    short_answers: Mapping[str, Sequence[str]] | None = None
    if reading:
        short_answers = reading(examples, answers)
    elif found:
        keys = [key for each in examples.items() for key in disambiguation_keys(*each)]
        short_answers = read_found_answers(found, keys=keys)
    return list(score_answers(examples, answers, short_answers))


def score_answers(
    examples: Mapping[str, AsqaExample],
    answers: Mapping[str, str],
    found: Mapping[str, Sequence[str]] | None = None,
) -> Iterator[QuestionScores]:
    """Score the answer to each of ``examples``, in their order.

    ``answers`` are in the order of their file, and may have others as well; ``found`` as in
    ``score_answer``.
    """
    places = {key: place for place, key in enumerate(answers)}
    for key, example in examples.items():
        yield replace(score_answer(key, example, answers[key], found), place=places[key])


def score_answer(
    key: str,
    example: AsqaExample,
    answer: str,
    found: Mapping[str, Sequence[str]] | None = None,
    *,
    references: Sequence[str] | None = None,
) -> QuestionScores:
    """Score one answer; ``found`` is what an extractor found, by the disambiguation's key.

    ``references`` are the first two annotations unless others are given. Raises
    ``UndefinedMeasureError`` if there are none.
    """
    if references is None:
        references = [each.long_form_answer for each in example.annotations[:REFERENCES]]
    wordings = [each.short_answers for each in example.disambiguations]
    read = None
    if found is not None:
        keys = disambiguation_keys(key, example)
        read = extractor_scores(wordings, [found[each] for each in keys])
    return QuestionScores(
        key=key,
        rouge_l=rouge_l(answer, references),
        str_em=string_exact_match(answer, wordings),
        words=len(answer.split()),
        extractor=read,
        pages=example.page_titles,
    )


def official_metrics(scores: Sequence[QuestionScores]) -> dict[str, float]:
    """The scorer's numbers under its names: means over questions, in per cent but for ``length``.

    Equal to the last digit only if the numbers are added in the scorer's order: for ``str_em`` that
    of the file of answers, for the others that of ``scores``, which is the gold's.
    ``ovscore`` is DR, the geometric mean of QA-F1 (Disambig-F1) and ``rougeLsum``. The mean of
    ROUGE-L is exact, where the scorer takes the median of a bootstrap of it.
    """
    in_file = sorted(scores, key=lambda each: each.place)
    metrics = {
        "rougeLsum": 100 * float(np.mean([each.rouge_l for each in scores])),
        "length": sum(each.words for each in scores) / len(scores),
        "str_em": 100 * float(np.mean([each.str_em for each in in_file])),
    }
    read = [each.extractor for each in scores if each.extractor is not None]
    if read:
        metrics["QA-EM"] = 100 * float(np.mean([each.exact for each in read]))
        metrics["QA-F1"] = 100 * float(np.mean([each.f1 for each in read]))
        metrics["QA-Hit"] = 100 * float(np.mean([each.hit for each in read]))
        metrics["ovscore"] = dr(metrics["QA-F1"], metrics["rougeLsum"])
    return metrics


def dr(disambig_f1: float, rouge_l: float) -> float:
    """DR: the geometric mean of both scores."""
    return float(np.sqrt(disambig_f1 * rouge_l))


MOST = {
    "rougeLsum": 100.0,
    "length": None,
    "str_em": 100.0,
    "QA-EM": 100.0,
    "QA-F1": 100.0,
    "QA-Hit": 100.0,
    "ovscore": 100.0,
}
"""Up to where each metric goes; None for one without a greatest value."""


def metric_replicates(scores: Sequence[QuestionScores], seed: int = SEED) -> Replicates:
    """``official_metrics`` on resampled questions, or groups of pages where questions share pages.
    Those of two systems on the same questions are paired.
    """
    columns = {
        "rougeLsum": np.array([100 * each.rouge_l for each in scores]),
        "length": np.array([float(each.words) for each in scores]),
        "str_em": np.array([100 * each.str_em for each in scores]),
    }
    read = [each.extractor for each in scores if each.extractor is not None]
    if read:
        columns["QA-EM"] = np.array([100 * each.exact for each in read])
        columns["QA-F1"] = np.array([100 * each.f1 for each in read])
        columns["QA-Hit"] = np.array([100.0 * each.hit for each in read])
    found = mean_replicates(columns, seed, Clusters.linked([each.pages for each in scores]))
    if read:
        found.values["ovscore"] = np.sqrt(found.values["QA-F1"] * found.values["rougeLsum"])
    return found


def metric_intervals(
    metrics: Mapping[str, float], replicates: Replicates, *, least: int = LEAST_AVERAGED
) -> dict[str, Interval]:
    """95% intervals of the official metrics, by their names, from ``least`` questions on.

    That of DR has the roots of the ends of F1 × ROUGE-L: where few answers are right, the product
    is skewed as a share is, and its root the other way.
    """
    if "ovscore" not in replicates.values:
        return mean_intervals(metrics, replicates, MOST, least=least)
    product = metrics["ovscore"] ** 2 / 100
    values = {**replicates.values, "ovscore": replicates.values["ovscore"] ** 2 / 100}
    found = mean_intervals(
        {**metrics, "ovscore": product}, replicates._replace(values=values), MOST, least=least
    )
    low, high, withheld = found["ovscore"]
    if low is None or high is None:
        return found
    root = Interval(float(np.sqrt(100 * low)), float(np.sqrt(100 * high)), withheld)
    return {**found, "ovscore": root}


def annotated_examples(path: Path, split: str, *, with_questions: bool) -> dict[str, AsqaExample]:
    """The examples of a split by key, as ``read_scored_example`` reads them.

    Raises ``FormatError`` for what is wrong with one, and where one has no annotation.
    """
    file = read_file(path, split=split)
    examples: dict[str, AsqaExample] = {}
    problems: list[Problem] = []
    for key, example in file.examples(
        read=partial(read_scored_example, with_questions=with_questions)
    ):
        if isinstance(example, ExampleError):
            problems += example.problems
        elif not example.annotations:
            problem = Problem(
                "the example has no annotation",
                "Leave it out, or choose a split that was annotated",
                field=file.place(key, "annotations"),
                file=file.name,
            )
            problems.append(problem)
        else:
            examples[key] = example
    if problems:
        raise FormatError(problems)
    if not examples:
        problem = Problem("the split is empty", "Choose another", field=split, file=file.name)
        raise FormatError([problem])
    return examples


def disambiguation_keys(key: str, example: AsqaExample) -> list[str]:
    """How an extractor's file calls the disambiguations of the example ``key``."""
    return [disambiguation_key(key, number) for number in range(len(example.disambiguations))]
