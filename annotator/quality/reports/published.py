"""Figures of the papers, for thin reference lines beside a project's own.

NQ's training data has one annotation of each of 307,373 examples; its repository's data statistics
count them. Figures that the papers show only in a picture that isn't at hand are left out.
"""

NULL_SHARE = 0.51
"""No long answer: of all training examples, bad questions among them (NQ, section 3.3)."""

LONG_ONLY_SHARE = (152_148 - 106_926 - 3_798) / 307_373
SPANS_SHARE = 106_926 / 307_373
YES_NO_SHARE = 3_798 / 307_373
"""Three ends of Figure 2, from the counts of NQ's repository: 13.5%, 34.8% and 1.2%."""

LONG_ANSWER_TYPES = {
    "paragraph": 0.729,
    "table": 0.190,
    "row": 0.015,
    "list": 0.032,
    "list_item": 0.034,
}
"""Of long answers (data statistics of NQ's repository)."""

TOP_LEVEL_SHARE = 0.95
"""Of long answers (data statistics of NQ's repository)."""

SINGLE_SPAN_SHARE = 0.90
"""The share with one span among short answers with spans (data statistics of NQ's repository)."""

SECONDS_PER_ANNOTATION = 80.0
"""Mean time of an annotation (NQ, section 3.2)."""

POPULAR_SHARES: dict[str, tuple[float | None, ...]] = {
    "long": (0.83, 0.96, None),
    "short": (0.64, None, 0.90),
}
"""The share of 25-way annotations with one of the one, two, three most popular answers of their
example (NQ, section 4.4).
"""

MOST_VARIED = {
    "long": ("name the substance used to make the filament of bulb", 7),
    "short": ("where is blood pumped after it leaves the right ventricle", 11),
}
"""The 25-way example with most distinct answers, and how many those are (NQ, section 4.4)."""

TABLE_3 = {
    "single_annotator": {
        "long": {"precision": 0.804, "recall": 0.676, "f1": 0.734},
        "short": {"precision": 0.634, "recall": 0.526, "f1": 0.575},
    },
    "super_annotator": {
        "long": {"precision": 0.900, "recall": 0.846, "f1": 0.872},
        "short": {"precision": 0.791, "recall": 0.726, "f1": 0.757},
    },
}
"""Table 3's human rows (NQ, section 5.2)."""

SUPER_ANNOTATOR_ALPHA = 8
"""The threshold of Table 3's super-annotator (NQ, section 5.2)."""

BAYES_THRESHOLD = 0.31381
"""For k = 5 and β = 2 (NQ, footnote 11)."""

FOOTNOTE_9_CORRECT = 114 / 122
FOOTNOTE_9_WRONG = 6 / 17
"""Of long answers: C and C_d where μ ≥ 0.4, W where μ < 0.4 (NQ, footnote 9, which prints "over 35%
(11/17)"; only 6 of 17 fits both the percentage and Table 2).
"""

ANSWER_WORDS = 64.8
"""Mean length of an ASQA answer (ASQA, table 2)."""

SUPPORT_WORDS, SUPPORT_WORDS_WITHOUT = 225.0, 172.0
COVERAGE, COVERAGE_WITHOUT = 0.92, 0.78
"""Mean length of a support document and the share of an answer's tokens that it has; the same
without the disambiguations (ASQA, section 3.3).
"""

CONTEXT_RATE = 0.45
"""The share of disambiguations with a context passage (ASQA, appendix A)."""

SECONDS_PER_ANSWER = 900.0
"""Mean time of an ASQA annotation: 15 minutes (ASQA, appendix A)."""

ROUGE_L_BETWEEN_ANNOTATORS = 0.496
"""Mean ROUGE-L F1 of each pair of answers to a question (ASQA, section 3.3)."""

PRESENT_SHORT_ANSWERS = 0.984
"""STR-EM of annotators with context (ASQA, table 3)."""
