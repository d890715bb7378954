"""The releases of Natural Questions: see ``Release``."""

from collections.abc import Container, Iterable
from math import fsum
from typing import Any

from annotator.kinds.natural_questions.answers import STAGES
from annotator.publishing.releases.features import Features
from annotator.publishing.releases.kinds import CardFigure, Label, PaperPlot, PaperTable
from annotator.quality.reports.sections.agreement.majorities import (
    POSTERIORS as MAJORITY_COLUMNS,
)

SUMMARY = (
    "Questions in the format of Natural Questions (Kwiatkowski et al., 2019): each has a Wikipedia"
    " page, and annotators marked a long answer, short answers or yes or no on it, or none."
)

FIGURES = (
    CardFigure("process", "null", "annotations without a long answer"),
    CardFigure("process", "bad", "annotations that call the question bad"),
    CardFigure("process", "seconds_mean", "mean working time of an annotation"),
    CardFigure("agreement", "observed_long", "pairs that agree on the long answer"),
    CardFigure("agreement", "alpha_long", "Krippendorff’s α of the long answer"),
    CardFigure("agreement", "observed_short", "pairs that agree on the short answer"),
    CardFigure("agreement", "alpha_short", "Krippendorff’s α of the short answer"),
    CardFigure("many_annotations", "psi_long", "Ψ of the long answer"),
    CardFigure("many_annotations", "psi_short", "Ψ of the short answer"),
    CardFigure(
        "human_bound", "f1_single_annotator_long", "F1 of a single annotator on the long answer"
    ),
    CardFigure(
        "human_bound", "f1_single_annotator_short", "F1 of a single annotator on the short answer"
    ),
    CardFigure(
        "human_bound", "f1_super_annotator_long", "F1 of the super-annotator on the long answer"
    ),
    CardFigure(
        "human_bound", "f1_super_annotator_short", "F1 of the super-annotator on the short answer"
    ),
)

TABLES = (
    PaperTable(
        "process",
        "process",
        "How often each decision was made, and how long annotators took.",
    ),
    PaperTable(
        "agreement",
        "agreement",
        "Agreement of pairs of annotators on the same example, observed and beyond chance.",
    ),
    PaperTable(
        "variability",
        "many_annotations",
        "Variability of the answers to questions with many annotations: accuracy Ψ, μ and entropy.",
    ),
    PaperTable(
        "table-2",
        "many_annotations",
        "Table 2 of the Natural Questions paper, of this data set.",
        table="table_2",
    ),
    PaperTable(
        "table-3",
        "human_bound",
        "The human rows of table 3 of the Natural Questions paper, of this data set.",
        table="table_3",
    ),
    PaperTable(
        "annotators",
        "people",
        "How often each annotator agrees with the others, by pseudonym.",
        table="annotators",
        columns=(
            *("annotator", "annotations", "agree_quality", "agree_null", "agree_long"),
            *("agree_short", "null", "bad", "seconds"),
        ),
    ),
)

_TOKENS = {"end_token": "int64", "start_token": "int64"}
_SPAN = {"end_byte": "int64", "start_byte": "int64", **_TOKENS}


def _annotation(span: Features) -> Features:
    return {
        # Real ids use all 64 bits.
        "annotation_id": "uint64",
        "long_answer": {"candidate_index": "int64", **span},
        "short_answers": [span],
        "yes_no_answer": "string",
    }


_ORIGINAL = {
    "example_id": "int64",
    "question_text": "string",
    "question_tokens": ["string"],
    "document_title": "string",
    "document_url": "string",
    "document_html": "string",
    "document_tokens": [
        {"token": "string", "start_byte": "int64", "end_byte": "int64", "html_token": "bool"}
    ],
    "long_answer_candidates": [{**_SPAN, "top_level": "bool"}],
    "annotations": [_annotation(_SPAN)],
}
FORMATS = {
    "nq": _ORIGINAL,
    "nq-simplified": {
        "example_id": "int64",
        "question_text": "string",
        "document_url": "string",
        "document_text": "string",
        "long_answer_candidates": [{**_TOKENS, "top_level": "bool"}],
        "annotations": [_annotation(_TOKENS)],
    },
    "nq-gold": _ORIGINAL,
}
LABEL = {
    "seconds": dict.fromkeys(STAGES, "float64"),
    "question_quality": "string",
    "bad_reason": "string",
    "long_answer": {"candidate_index": "int64", **_SPAN},
    "short_answers": [_SPAN],
    "yes_no_answer": "string",
    "word_jumps": "int64",
}
POSTERIORS: Features = dict.fromkeys(MAJORITY_COLUMNS.values(), "float64")
_DECISIONS = {
    "quality": "good or bad",
    "null": "no answer",
    "long": "long answer",
    "yes_no": "yes or no",
    "short": "short answer",
}
PLOTS = (
    PaperPlot(
        "agreement-observed",
        "agreement",
        "observed_by_field",
        "The share of pairs of annotations of an example that agree, by decision.",
        _DECISIONS,
    ),
    PaperPlot(
        "agreement-beyond-chance",
        "agreement",
        "beyond_chance_by_field",
        "Agreement beyond chance by decision: Fleiss’ κ, Krippendorff’s α and Gwet’s AC₁.",
        {**_DECISIONS, "fleiss": "Fleiss’ κ", "alpha": "Krippendorff’s α", "ac1": "Gwet’s AC₁"},
    ),
    *(
        PaperPlot(
            f"variability-{part}",
            "many_annotations",
            f"figure_4_{part}",
            f"How many of the annotations of a question agree on a {part} answer (μ): the share of"
            " answers in each interval, by verdict where experts judged them, as in figure 4 of the"
            " Natural Questions paper.",
            {"C": "Correct", "C_d": "Correct but debatable", "W": "Wrong"},
        )
        for part in ("long", "short")
    ),
)


def keep_judged(inputs: dict[str, Any], annotations: Container[int]) -> list[str]:
    """Leave only judged answers of these annotations, and no round with many annotations: those of
    others would count there. What was drawn from all is a sample of what is kept.
    """
    section = "many_annotations"
    if section not in inputs:
        return []
    judged = {
        target: round_
        and {
            **round_,
            "answers": [each for each in round_["answers"] if each["annotation"] in annotations],
        }
        for target, round_ in inputs[section]["judged"].items()
    }
    some = {target: each if each and each["answers"] else None for target, each in judged.items()}
    inputs[section] |= {"judged": some, "annotated": dict.fromkeys(some)}
    return [section] if any(judged.values()) else []


def recounted(labels: Iterable[Label]) -> dict[tuple[str, str], float]:
    """Shares of annotations without a long answer, and of bad questions."""
    rows = list(labels)
    if not rows:
        return {}
    null = sum(each["long_answer"] is None for each in rows)
    found = {("process", "null"): null / len(rows)}
    qualities = [each["question_quality"] for each in rows]
    if None not in qualities:
        found["process", "bad"] = qualities.count("bad") / len(rows)
    times = [[value for value in each["seconds"].values() if value is not None] for each in rows]
    if all(times):
        found["process", "seconds_mean"] = fsum(map(fsum, times)) / len(rows)
    return found
