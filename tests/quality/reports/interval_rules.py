"""What each figure's interval is over, how it is made, which test holds the figure to others, and
in which row of the benchmark its intervals are simulated.

``docs/figures.md`` is this as a table; ``tests/quality/reports/test_figures_table.py`` holds it to
what the sections compute and to the benchmark's ``coverage_tables.md``.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from annotator.measures.intervals import (
    LEAST_DIFFERENT_STEADY,
    LEAST_OF_GROUP,
    LEAST_OF_MEANS,
    LEAST_OF_SHARES,
    LEAST_UNITS,
    LEAST_WEEKS,
)
from annotator.quality.reports.figures import Method


class Rule(NamedTuple):
    """Of the figures and plots of a section whose names match one of ``names``: the ``units`` that
    are left out or added up, the ``method``, and the ``test`` against independent code.
    """

    section: str
    names: tuple[str, ...]
    units: str
    method: Method
    test: str


LEAST: dict[str, int] = {
    "bootstrap": LEAST_WEEKS,
    "student": LEAST_OF_MEANS,
}
"""Units below which a method shows no interval; of the others ``LEAST_UNITS``."""

_LEAST_OF = {
    "rate": LEAST_WEEKS,
    "time_saved": LEAST_OF_GROUP,
    "anchoring_effect": LEAST_OF_SHARES,
    **{f"ac1_{field}": int(LEAST_DIFFERENT_STEADY) for field in ("quality", "null", "yes_no")},
}
"""Figures that take another number; the two of suggestions in each of two groups."""

_SHOWS = {
    "observed_by_field": "observed_null",
    "beyond_chance_by_field": "fleiss_null",
    "agreement_by_*": "agreement_by_type",
    "examples_by_*": "examples_by_quality",
    "seconds_with*_suggestion": "seconds_mean",
    "agreeing_with*_suggestion": "null",
    "scores_long": "f1_single_annotator_long",
    "scores_short": "f1_single_annotator_short",
}
"""Plots that show figures, or parts, of another name."""

RULES = (
    Rule("schedule", ("rate",), "whole weeks", "student", "quality/reports/test_schedule.py"),
    Rule(
        "schedule", ("finish", "burn_up"), "whole weeks", "bootstrap", "measures/test_forecast.py"
    ),
    Rule(
        "schedule",
        ("seconds_needed",),
        "examples and annotators",
        "two_way",
        "quality/reports/test_schedule.py",
    ),
    Rule(
        "process",
        ("seconds_mean", "seconds_by_stage"),
        "examples and annotators",
        "two_way",
        "quality/reports/test_process.py",
    ),
    Rule(
        "process",
        ("writing_seconds_mean", "seconds_by_experience"),
        "examples and annotators",
        "two_way",
        "quality/reports/test_long_form_sections.py",
    ),
    Rule(
        "process",
        ("answer_words", "support_words*", "knowledge_pieces"),
        "examples",
        "student",
        "quality/reports/test_long_form_sections.py",
    ),
    Rule(
        "process",
        ("coverage*", "context_rate", "concerns", "overrides", "answer*", "writing_minutes"),
        "examples",
        "binomial",
        "quality/reports/test_long_form_sections.py",
    ),
    Rule(
        "process",
        (
            "null",
            "bad",
            "bad_by_guideline",
            "top_level",
            "single_span",
            "decision_path",
            "long_answer_types",
            "forms",
            "seconds_distribution",
        ),
        "examples",
        "binomial",
        "quality/reports/test_process.py",
    ),
    Rule(
        "suggestions",
        ("seconds_with_suggestion", "seconds_without_suggestion", "time_saved", "anchoring_effect"),
        "examples and annotators",
        "two_way",
        "quality/reports/test_suggestions.py",
    ),
    Rule(
        "suggestions",
        ("agreeing_with_suggestion", "agreeing_without_suggestion"),
        "examples",
        "binomial",
        "quality/reports/test_suggestions.py",
    ),
    Rule(
        "adaptive_overlap",
        ("settled", "adaptive_standing", "unsettled_decisions", "cost_and_accuracy"),
        "examples",
        "binomial",
        "quality/reports/test_adaptive_section.py",
    ),
    Rule(
        "agreement",
        (
            "fleiss_*",
            "alpha_*",
            "ac1_quality",
            "ac1_null",
            "ac1_yes_no",
            "beyond_chance_by_field",
        ),
        "examples",
        "jackknife",
        "quality/reports/test_agreement_oracles.py",
    ),
    Rule(
        "agreement",
        ("rouge_l", "rouge_l_distribution", "presence_agreement", "present_short_answers"),
        "examples",
        "binomial",
        "quality/reports/test_long_form_sections.py",
    ),
    Rule(
        "agreement",
        (
            "observed_*",
            "token_*",
            "span_*",
            "examples_by_*",
            "agreement_by_*",
            "unsettled_decisions",
        ),
        "examples",
        "binomial",
        "quality/reports/test_agreement_oracles.py",
    ),
    Rule(
        "*",
        ("*mean_mu_*", "mu_*", "*popular_*", "*distinct_long", "*distinct_short"),
        "examples",
        "binomial",
        "quality/reports/test_ambiguity.py",
    ),
    Rule("*", ("*mean_entropy_*",), "examples", "student", "quality/reports/test_ambiguity.py"),
    Rule(
        "human_bound",
        ("f1_*", "accuracy_*", "answerable_*", "scores_*"),
        "examples",
        "binomial",
        "quality/reports/test_human_bound.py",
    ),
    Rule(
        "many_annotations",
        ("psi_*", "correct_*", "debatable_*", "wrong_*", "figure_4_*", "footnote_9_*"),
        "examples of judged answers",
        "binomial",
        "quality/reports/test_many_annotations.py",
    ),
)


def rule_of(section: str, name: str) -> Rule | None:
    """The rule of a figure or a plot; None for one that has no interval."""
    if name.startswith(("mean_distinct", "many_mean_distinct")):
        return Rule(section, (name,), "examples", "student", "quality/reports/test_ambiguity.py")
    return next(
        (
            rule
            for rule in RULES
            if fnmatchcase(section, rule.section)
            and any(fnmatchcase(name, pattern) for pattern in rule.names)
        ),
        None,
    )


def least_of(rule: Rule, name: str) -> int:
    """From how many units on the figure or plot has an interval."""
    return _LEAST_OF.get(name, LEAST.get(rule.method, LEAST_UNITS))


def simulated(name: str, rows: Sequence[str]) -> str | None:
    """The first of the benchmark's ``rows`` that has the figure or the plot; None if none has.

    A row is named by figures, with commas between them, and perhaps by a part after a colon.
    Figures of long and of short answers, and those of examples with many annotations, may share
    one.
    """
    plain = next((known for shown, known in _SHOWS.items() if fnmatchcase(name, shown)), name)
    plain = plain.removeprefix("many_")
    names = {plain, plain.removesuffix("_long").removesuffix("_short")}
    for row in rows:
        if names & set(row.partition(":")[0].split(", ")):
            return row
    return None
