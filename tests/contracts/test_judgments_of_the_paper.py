"""Table 2, Figure 4, footnote 9 and Figure 6 of the NQ paper, from rows to what the API says.

What the paper prints is set by hand: consensus verdicts, and how many of 25 annotators gave an
answer. The paper prints no numbers of Figure 4's bars, so those are ours.
"""

from fractions import Fraction
from typing import Any

import pytest

from annotator.quality.judgments.models import JudgmentRound, Target
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.clustered import counted_share
from tests.factories.corpus import make_member, make_page, make_project
from tests.factories.many_annotations import (
    LONG,
    NULL,
    Given,
    annotate_at_once,
    make_settled_round,
    non_null,
    put_on_pages_of_their_own,
)

pytestmark = pytest.mark.django_db

PARTS = ("psi", "correct", "debatable", "wrong")


@pytest.fixture
def project() -> Project:
    return make_project(overlap=25)


def read(judged: JudgmentRound, what: str) -> Any:
    """What the API tells a lead of a round."""
    lead = make_member(judged.project, "lead", Role.LEAD).user
    answer = client_of(lead).get(f"/api/v1/judgment-rounds/{judged.pk}/{what}/")
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.mark.parametrize(
    ("target", "counts", "percent"),
    [
        # The only counts of 139 that round to each of the three, and to their sum.
        (Target.LONG, (82, 43, 14), (90, 59, 31, 10)),
        (Target.SHORT, (71, 46, 22), (84, 51, 33, 16)),
    ],
)
def test_table_2_comes_out_to_the_digit(
    project: Project,
    target: Target,
    counts: tuple[int, int, int],
    percent: tuple[int, int, int, int],
) -> None:
    given = Given(0, words=((0, 2),))
    annotations = annotate_at_once(project, [[given]] * 139)
    put_on_pages_of_their_own(project)
    correct, debatable, wrong = counts
    consensus = ["C"] * correct + ["C_d"] * debatable + ["W"] * wrong
    report = read(make_settled_round(annotations, consensus, target=target), "report")
    precision = report["precision"]
    assert tuple(round(100 * precision[part]["value"]) for part in PARTS) == percent
    assert tuple(report["published"][part] for part in PARTS) == percent
    for part, count in zip(PARTS, (correct + debatable, *counts), strict=True):
        assert (precision[part]["count"], precision[part]["total"]) == (count, 139)
        interval = precision[part]["low"], precision[part]["high"]
        assert interval == pytest.approx(counted_share(count, 139))


def test_a_draw_is_one_observation(project: Project) -> None:
    """Three answers, drawn 100, 30 and 9 times, weigh as 139."""
    annotations = annotate_at_once(project, [[LONG]] * 3)
    judged = make_settled_round(annotations, ["C", "C_d", "W"], draws=[100, 30, 9])
    report = read(judged, "report")
    assert (report["draws"], report["answers"], report["settled"]) == (139, 3, 3)
    counts = [report["precision"][part]["count"] for part in PARTS]
    assert counts == [130, 100, 30, 9]


# How many of 25 gave an answer, by verdict. Consistent with Table 2: 82, 43 and 14 in all.
MUS = {
    "C": {9: 2, 10: 1, 12: 5, 17: 14, 21: 10, 23: 20, 25: 30},
    "C_d": {5: 2, 7: 5, 9: 2, 10: 4, 11: 4, 15: 6, 16: 7, 20: 5, 22: 8},
    "W": {1: 2, 3: 1, 5: 1, 6: 2, 10: 1, 13: 3, 20: 2, 24: 2},
}
# Each interval has its upper end, 5, 10, 15, 20 and 25 of 25, and not its lower one.
BARS = [
    (0, 2, 4),
    (3, 11, 3),
    (5, 10, 3),
    (14, 12, 2),
    (60, 8, 2),
]


def judge(project: Project, mus: dict[str, dict[int, int]]) -> JudgmentRound:
    """A round of examples with 25 annotations each."""
    rows = [
        (verdict, count)
        for verdict, row in mus.items()
        for count, n in row.items()
        for _ in range(n)
    ]
    annotations = annotate_at_once(project, [non_null(count) for _, count in rows])
    return make_settled_round(annotations, [verdict for verdict, _ in rows], asked=25)


def test_figure_4_and_footnote_9_come_out_of_25_annotations_of_each_of_139_examples(
    project: Project,
) -> None:
    found = read(judge(project, MUS), "variability")
    assert (found["examples"], found["complete"], found["missing"]) == (139, 139, [])
    assert found["draws"] == 139
    ends = [(bar["low"], bar["high"]) for bar in found["bars"]]
    assert ends == [(0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1)]
    for bar, counts in zip(found["bars"], BARS, strict=True):
        assert tuple(bar["verdicts"][name]["count"] for name in ("C", "C_d", "W")) == counts
        assert bar["count"] == sum(counts)
        assert bar["share"] == sum(counts) / 139
        assert bar["verdicts"]["C_d"]["share"] == counts[1] / 139
    # With Table 2's 14 wrong ones, 6 of 17 below 0.4 are wrong: the footnote's "over 35%".
    assert found["footnote"] == {
        "correct_at_or_above": 114,
        "at_or_above": 122,
        "wrong_below": 6,
        "below": 17,
    }


def test_footnote_9_comes_out_as_it_is_printed(project: Project) -> None:
    """114/122 and 11/17, which is 65% and takes 19 wrong answers, not Table 2's 14."""
    mus = {"C": {10: 1, 25: 79, 9: 2}, "C_d": {10: 4, 15: 30, 9: 4}, "W": {10: 1, 20: 7, 5: 11}}
    found = read(judge(project, mus), "variability")
    assert tuple(found["footnote"].values()) == (114, 122, 11, 17)


def test_the_edges_of_figure_4_are_exact_and_an_interval_may_be_empty(project: Project) -> None:
    """With five annotations μ is 1/5, 2/5 or 1, which floats don't all hold exactly."""
    assert Fraction(1, 5) + Fraction(1, 5) + Fraction(1, 5) == Fraction(3, 5)
    assert 0.2 + 0.2 + 0.2 > 0.6
    answers = [non_null(count, 5) for count in (1, 2, 3, 5)]
    annotations = annotate_at_once(project, answers)
    consensus = ["W", "C_d", "C", "C"]
    judged = make_settled_round(annotations, consensus, draws=[1, 2, 3, 4], asked=5)
    found = read(judged, "variability")
    assert [bar["count"] for bar in found["bars"]] == [1, 2, 3, 0, 4]
    assert [bar["share"] for bar in found["bars"]] == [0.1, 0.2, 0.3, 0, 0.4]
    nothing = {"count": 0, "share": 0}
    assert found["bars"][3]["verdicts"] == {"C": nothing, "C_d": nothing, "W": nothing}
    assert tuple(found["footnote"].values()) == (9, 9, 1, 1)


PAGE = (
    b"<!DOCTYPE html><html><head><title>Wells</title></head><body>"
    b"<p>one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    b" sixteen seventeen eighteen nineteen twenty more</p>"
    b"<p>a second paragraph with words</p><p>a third paragraph with words</p></body></html>"
)


WORDS, OTHER_WORDS = Given(0, words=((0, 3),)), Given(0, words=((4, 6), (8, 9)))
OTHER = Given(1)
"""Another box, without a short answer."""


def different(count: int, *, box: int = 0) -> list[Given]:
    """So many short answers in a box, no two of them alike."""
    return [Given(box, words=((0, words),)) for words in range(1, count + 1)]


@pytest.mark.parametrize(
    ("answers", "verdicts", "long", "short"),
    [
        # A1: five short answers, all different; two of them in another box.
        (
            [*different(3), LONG, *different(2, box=1), *[OTHER] * 7, *[NULL] * 12],
            ("C_d", "C_d"),
            (13, 4),
            (5, 1),
        ),
        # A2: its short answer is NULL, as 22 have it.
        ([LONG] * 3 + different(3, box=1) + [NULL] * 19, ("C_d", None), (6, 3), (3, 22)),
        # A3: of 22 short answers three have the very words.
        (
            [*[WORDS] * 3, *[OTHER_WORDS] * 18, *different(1, box=1), OTHER, NULL, NULL],
            ("C", "C"),
            (23, 21),
            (22, 3),
        ),
        # A4
        ([*different(4), LONG, LONG, *[OTHER] * 3, *[NULL] * 16], ("W", "W"), (9, 6), (4, 1)),
    ],
    ids=["A1", "A2", "A3", "A4"],
)
def test_figure_6_counts_come_out_of_25_annotations(
    project: Project,
    answers: list[Given],
    verdicts: tuple[str, str | None],
    long: tuple[int, int],
    short: tuple[int, int],
) -> None:
    [annotation] = annotate_at_once(project, [answers], page=make_page(PAGE, "Wells"))
    judged = make_settled_round([annotation], [verdicts[0]], asked=25)
    if verdicts[1]:
        make_settled_round([annotation], [verdicts[1]], target=Target.SHORT)
    [entry] = read(judged, "sheet")["results"]
    assert entry["page"]["title"] == "Wells"
    for part, verdict, counts in (("long", verdicts[0], long), ("short", verdicts[1], short)):
        shown = entry[part]
        assert (shown["non_null"], shown["same"], shown["total"]) == (*counts, 25)
        assert shown["verdict"] == verdict
    assert entry["long"]["text"].endswith("nineteen twenty more")
    assert (entry["short"]["text"] is None) == (verdicts[1] is None)
