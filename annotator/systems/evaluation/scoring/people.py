"""How well people do on a split's gold: the rows beside the systems'."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from annotator.material.formats.asqa import AsqaExample
from annotator.material.formats.gold_answers import GoldExample, units_of
from annotator.measures.answer_match import Answer
from annotator.measures.answers import AnswerCounts, count_answers
from annotator.measures.evaluation import BETA, Outcomes, Score
from annotator.measures.human_bounds import (
    PREDICTORS,
    REFERENCES,
    one_against_others,
    single_annotator,
    single_on_all,
    super_annotator,
)
from annotator.measures.intervals import Clusters
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.systems.evaluation.scoring.asqa import REFERENCES as REFERENCES_OF_ASQA
from annotator.systems.evaluation.scoring.asqa import (
    disambiguation_keys,
    official_metrics,
    score_answer,
)
from annotator.systems.evaluation.scoring.interval_words import Ends, ends

SINGLE, SUPER, ONE = "single_annotator", "super_annotator", "one_against_others"
AGAINST_EACH_OTHER = "annotators_against_each_other"
WITHOUT_CONTEXT, REPEATED = "annotators_without_context", "question_repeated"
REPEATS = 8
SCORES: tuple[Score, ...] = ("f1", "precision", "recall")
THRESHOLD = "non_null_annotations"
ON_ALL = "on_all"
"""In a row, that the references are all others of an example and not a draw of them."""
SOURCE = "source"
"""In a row of people without context, the key of the project that they answered in."""
ANSWERS = "answers_sha256"
"""In such a row, the sha256 (hex) of their answers."""
READ_BY = "read_by"
"""In a row of ASQA, the sha256 of the extractor's folder, empty where none has read, and of the
code that scored it.
"""

Read = Callable[[str, str], str]
"""An extractor: what answers a question in a text, or nothing."""

Answered = tuple[AsqaExample, str, list[str]]
"""An example, an answer to it, and the references that it is compared with."""

Row = dict[str, Any]
"""``who``, over how many ``examples``, and ``metrics`` under the official names. Of Natural
Questions also the ``intervals`` of these and the ``references``, as systems have them.
"""


def people_at(
    people: Mapping[str, Sequence[Row]], beta: int, *, on_all: bool = False
) -> dict[str, list[Row]]:
    """The kept ``people`` of a threshold, on draws of references or ``on_all`` annotations; the
    earliest were kept without a threshold and belong to 2.
    """
    return {
        part: [
            row
            for row in rows
            if row.get(THRESHOLD, BETA) == beta and row.get(ON_ALL, False) == on_all
        ]
        for part, rows in people.items()
    }


def people_on_natural_questions(
    gold: Sequence[GoldExample], beta: int = BETA
) -> dict[str, list[Row]]:
    """``rows`` that the annotations suffice for, and why others are ``missing``.

    As in the statistics: super-annotator and single annotator on examples with 25 annotations (NQ
    paper, section 5.2), or else the single annotator on those with more than 5; and one against the
    others on those with 5 or more, using the first 5. People have no scores, so a threshold on them
    changes nothing; ``beta`` annotations with an answer make an example answerable, as for the
    systems beside them. Where examples have more than 5, further rows are ``ON_ALL`` annotations:
    the single annotator against all others. A super-annotator is made of these.
    """
    many = _first(gold, REFERENCES + PREDICTORS)
    several = many or [each for each in gold if len(each.annotations) > REFERENCES]
    few = _first(gold, REFERENCES)
    rows, missing = [], []
    for people, answered, need, references, expect in (
        (SINGLE, several, REFERENCES + 1, REFERENCES, single_annotator),
        (SUPER, many, REFERENCES + PREDICTORS, REFERENCES, super_annotator),
        (ONE, few, REFERENCES, REFERENCES - 1, one_against_others),
    ):
        reason = None if answered else f"No example has {need} annotations yet."
        if beta > references:
            reason = f"{beta} annotations can't have an answer among {references} references."
        if reason:
            missing.append({"who": people, "reason": reason, THRESHOLD: beta})
            continue
        rows.append(_row(people, answered, expect, beta, [references]))
    if several:
        others = [len(each.annotations) - 1 for each in several]
        row = _row(SINGLE, several, single_on_all, beta, others)
        rows.append(row | {ON_ALL: True})
        because = "All annotations are references, so none are left to predict together."
        missing.append({"who": SUPER, "reason": because, THRESHOLD: beta, ON_ALL: True})
    return {"rows": rows, "missing": missing}


def _row(
    who: str,
    answered: Sequence[GoldExample],
    expect: Callable[..., Outcomes],
    beta: int,
    references: Collection[int],
) -> Row:
    answers = [each.annotations for each in answered]
    outcomes = {
        part: expect(_counted(answers, of), beta=beta)
        for part, of in (("long", _long), ("short", _short))
    }
    metrics, intervals = _metrics(outcomes, units_of(answered))
    answerable = {part: float(each.answerable.mean()) for part, each in outcomes.items()}
    return {
        "who": who,
        "examples": len(answered),
        "metrics": metrics,
        "intervals": intervals,
        "references": {
            "least": min(references),
            "most": max(references),
            "answerable": answerable,
        },
        THRESHOLD: beta,
    }


def people_on_asqa(
    gold: Mapping[str, AsqaExample],
    *,
    read: Read | None = None,
    without_context: Mapping[str, str] | None = None,
    known: Collection[str] = (),
) -> dict[str, list[Row]]:
    """``rows`` of ``asqa_rows``, and why some are ``missing``.

    ``without_context`` may have answers to other questions too. Rows of ``known`` people are left
    out: they are there already.
    """
    rows = asqa_rows(gold, read=read, without_context=without_context, leave_out=known)
    missing = []
    there = {row["who"] for row in rows} | {*known}
    if AGAINST_EACH_OTHER not in there:
        reason = "No question has two annotations yet."
        missing.append({"who": AGAINST_EACH_OTHER, "reason": reason})
    if without_context is not None and WITHOUT_CONTEXT not in there:
        reason = "Nobody has answered a question of this split without context yet."
        missing.append({"who": WITHOUT_CONTEXT, "reason": reason})
    return {"rows": rows, "missing": missing}


def merged_people(
    kept: Mapping[str, Sequence[Row]], found: Mapping[str, Sequence[Row]]
) -> dict[str, list[Row]]:
    """``kept`` people with those that were ``found`` since, each once for each threshold and kind
    of references.
    """

    def of(row: Row) -> tuple[str, int, bool]:
        return row["who"], row.get(THRESHOLD, BETA), row.get(ON_ALL, False)

    rows = {of(row): row for row in (*kept["rows"], *found["rows"])}
    missing = {of(row): row for row in (*kept["missing"], *found["missing"])}
    return {
        "rows": list(rows.values()),
        "missing": [row for person, row in missing.items() if person not in rows],
    }


def asqa_rows(
    gold: Mapping[str, AsqaExample],
    *,
    read: Read | None = None,
    without_context: Mapping[str, str] | None = None,
    leave_out: Collection[str] = (),
) -> list[Row]:
    """The rows beside systems in the ASQA paper's Table 3 (section 5).

    ``question_repeated`` repeats the question eight times. ``annotators_against_each_other`` (HP
    w/-C) are the first two annotations of each question, each compared with the other as its only
    reference, while systems have two. ``annotators_without_context`` (HP w/o-C) are answers to some
    of the questions, compared with both references. With ``read``, an extractor, rows have
    Disambig-F1 and DR. Questions without an annotation don't count.
    """
    gold = {key: example for key, example in gold.items() if example.annotations}
    naive = [
        (example, repeated_question(example), _references(example)) for example in gold.values()
    ]
    both = [
        (example, answer, [other])
        for example in gold.values()
        if len(example.annotations) > 1
        for one, two in [_references(example)]
        for answer, other in ((one, two), (two, one))
    ]
    alone = [
        (gold[key], answer, _references(gold[key]))
        for key, answer in (without_context or {}).items()
        if key in gold
    ]
    rows = (
        (REPEATED, naive, len(naive)),
        (AGAINST_EACH_OTHER, both, len(both) // 2),
        (WITHOUT_CONTEXT, alone, len(alone)),
    )
    return [
        {"who": name, "examples": number, "metrics": _asqa_metrics(answered, read)}
        for name, answered, number in rows
        if answered and name not in leave_out
    ]


def repeated_question(example: AsqaExample) -> str:
    """The question eight times, as an answer (ASQA paper, section 5.1)."""
    return " ".join([example.ambiguous_question] * REPEATS)


def _references(example: AsqaExample) -> list[str]:
    return [each.long_form_answer for each in example.annotations[:REFERENCES_OF_ASQA]]


def _asqa_metrics(answered: Sequence[Answered], read: Read | None) -> dict[str, float]:
    scores = []
    for number, (example, answer, references) in enumerate(answered):
        key = str(number)
        keys = disambiguation_keys(key, example)
        asked = zip(keys, example.disambiguations, strict=True)
        found = read and {name: [read(each.question, answer)] for name, each in asked}
        scores.append(score_answer(key, example, answer, found or None, references=references))
    return official_metrics(scores)


def _first(gold: Sequence[GoldExample], count: int) -> list[GoldExample]:
    """The examples that have so many annotations, each with the first of these."""
    return [
        replace(each, annotations=each.annotations[:count])
        for each in gold
        if len(each.annotations) >= count
    ]


def _counted(
    answered: Sequence[Sequence[Answer]], part: Callable[[Answer], Hashable | None]
) -> AnswerCounts:
    return count_answers([[part(each) for each in answers] for answers in answered])


def _long(answer: Answer) -> Hashable | None:
    return answer.long_answer


def _short(answer: Answer) -> Hashable | None:
    if answer.yes_no_answer != "NONE":
        return answer.yes_no_answer
    return frozenset(answer.short_answers) or None


def _metrics(
    outcomes: Mapping[str, Outcomes], units: Clusters
) -> tuple[dict[str, float], dict[str, Ends]]:
    """The scores of both parts, and the ends of their intervals, as in the statistics."""
    metrics, intervals = {}, {}
    for part, each in outcomes.items():
        for score in SCORES:
            name = f"{part}-best-threshold-{score}"
            try:
                metrics[name] = float(getattr(each, score)())
            except UndefinedMeasureError:
                continue
            intervals[name] = ends(each.interval(score, units=units))
    return metrics, intervals
