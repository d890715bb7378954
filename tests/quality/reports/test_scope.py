"""What a section's intervals are about."""

from annotator.quality.reports.figures import (
    Figure,
    Method,
    Plot,
    Point,
    Section,
    SharedPages,
    to_json,
)
from annotator.quality.reports.scope import WEEKS, scope_of

SAME = (
    "Intervals are for other questions like these, answered by the same people. They leave out how"
    " far other people would differ."
)
EXPERTS = SAME.replace("answered", "answered and judged")
OTHERS = (
    "Intervals over examples and annotators are for other questions like these, answered by other"
    " people like these."
)


def scope(name: str, *methods: Method, plots: tuple[Plot, ...] = ()) -> list[str]:
    figures = [
        Figure(f"figure_{place}", "share", 0.5, 0.4, 0.6, method=method)
        for place, method in enumerate(methods)
    ]
    return scope_of(to_json(Section(name, figures, plots)))


def test_shares_are_about_the_same_people() -> None:
    assert scope("agreement", "binomial", "jackknife", "") == [SAME]


def test_judged_answers_are_about_the_same_experts_too() -> None:
    assert scope("many_annotations", "binomial") == [EXPERTS]


def test_mean_seconds_are_about_other_people() -> None:
    assert scope("process", "binomial", "two_way") == [SAME, OTHERS]
    assert scope("suggestions", "two_way") == [OTHERS]


def test_pace_is_about_coming_weeks() -> None:
    assert scope("schedule", "student", "bootstrap", "two_way") == [WEEKS, OTHERS]


def test_without_intervals_nothing_is_said() -> None:
    assert scope("agreement", "") == []


def test_bars_with_intervals_count_and_limits_do_not() -> None:
    point = Point("one", 0.5, low=0.4, high=0.6)
    assert scope("process", plots=(Plot("path", "share", "bars", points=[point]),)) == [SAME]
    assert scope("people", plots=(Plot("null", "share", "funnel", points=[point]),)) == []


def test_a_report_by_older_code_has_its_scope() -> None:
    older = to_json(Section("process", [Figure("null", "share", 0.5, 0.4, 0.6)]))
    older["figures"][0]["method"] = "wilson"
    assert scope_of(older) == [SAME]


def test_where_questions_share_pages_intervals_are_about_pages() -> None:
    figures = [Figure("null", "share", 0.5, 0.4, 0.6, method="binomial")]
    figures += [Figure("seconds_mean", "seconds", 50, 40, 60, method="two_way")]
    shared = SharedPages(examples=1_040, pages=11)
    pages = "other pages like these with their questions (1,040 questions on 11 pages)"
    assert scope_of(to_json(Section("process", figures, shared_pages=shared))) == [
        SAME.replace("other questions like these", pages),
        OTHERS.replace("other questions like these", pages).replace("examples", "pages"),
    ]


def test_groups_of_pages_have_their_name() -> None:
    figures = [Figure("rouge_l", "share", 0.5, 0.4, 0.6, method="binomial")]
    shared = SharedPages(examples=474, pages=452, units="groups of pages")
    groups = (
        "other groups of pages like these with their questions (474 questions on 452 groups of"
        " pages)"
    )
    assert scope_of(to_json(Section("agreement", figures, shared_pages=shared))) == [
        SAME.replace("other questions like these", groups)
    ]


def test_shares_over_people_are_about_others_in_bars_too() -> None:
    point = Point("one", 0.5, low=0.4, high=0.6)
    bars = (Plot("path", "share", "bars", points=[point]),)
    assert scope("process", "two_way_binomial", "two_way", plots=bars) == [OTHERS]
