"""The releases of ambiguous questions: see ``Release``."""

from collections.abc import Container, Iterable
from typing import Any

from annotator.kinds.asqa.answers import STAGES
from annotator.publishing.releases.features import Features
from annotator.publishing.releases.kinds import CardFigure, Label, PaperPlot, PaperTable

SUMMARY = (
    "Ambiguous questions in the format of ASQA (Stelmakh et al., 2022): each has disambiguations"
    " with short answers, and annotators wrote a long-form answer that resolves the ambiguity."
)

FIGURES = (
    CardFigure("process", "answer_words", "mean number of words of an answer"),
    CardFigure("process", "writing_seconds_mean", "mean working time of an answer"),
    CardFigure("process", "knowledge_pieces", "mean number of knowledge pieces of an answer"),
    CardFigure("process", "concerns", "answers whose annotator had a concern"),
    CardFigure("process", "coverage", "answers’ tokens that their sources have"),
    CardFigure("agreement", "rouge_l", "ROUGE-L between two answers to a question"),
    CardFigure("agreement", "present_short_answers", "short answers that an answer contains"),
)

TABLES = (
    PaperTable("process", "process", "Lengths, sources and working times of the answers."),
    PaperTable("agreement", "agreement", "How alike two answers to a question are."),
)

_EXAMPLE = {
    "sample_id": "string",
    "ambiguous_question": "string",
    "qa_pairs": [
        {
            "context": "string",
            "question": "string",
            "short_answers": ["string"],
            "wikipage": "string",
        }
    ],
    "wikipages": [{"title": "string", "url": "string"}],
    "annotations": [
        {"knowledge": [{"content": "string", "wikipage": "string"}], "long_answer": "string"}
    ],
}
FORMATS = {"asqa": _EXAMPLE, "asqa-gold": _EXAMPLE}
LABEL = {
    "seconds": dict.fromkeys(STAGES, "float64"),
    "long_answer": "string",
    "knowledge": [
        {"content": "string", "wikipage": "string", "start_byte": "int64", "end_byte": "int64"}
    ],
    "missing": [{"disambiguation": "int64", "short_answers": ["string"]}],
    "concern": "string",
    "coverage": "float64",
    "regime": "string",
    "context_threshold": "float64",
}
POSTERIORS: Features = {}
PLOTS = (
    PaperPlot(
        "rouge-l",
        "agreement",
        "rouge_l_distribution",
        "ROUGE-L between two answers to a question: the share of questions in each interval.",
        {f"{low}_to_{low + 10}": f"{low}–{low + 10}" for low in range(0, 100, 10)},
    ),
)


def keep_judged(inputs: dict[str, Any], annotations: Container[int]) -> list[str]:
    """Statistics of long-form answers read nothing that experts judged."""
    del inputs, annotations
    return []


def recounted(labels: Iterable[Label]) -> dict[tuple[str, str], float]:
    """The share of answers made here whose annotator had a concern."""
    here = [each["concern"] != "" for each in labels if each["source"] != "imported"]
    return {("process", "concerns"): sum(here) / len(here)} if here else {}
