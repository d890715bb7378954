from collections.abc import Sequence

import pytest

from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.judgments.report import Moved, Report, report_of
from annotator.workspace.projects.models import Project
from tests.factories.corpus import make_project
from tests.factories.judgments import answers_of, make_round, meet
from tests.factories.many_annotations import LONG, annotate_at_once, make_settled_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project()


def report(
    project: Project,
    votes: Sequence[Sequence[str]],
    consensus: Sequence[str | None],
    draws: Sequence[int] | None = None,
) -> Report:
    annotations = annotate_at_once(project, [[LONG]] * len(votes))
    return report_of(make_settled_round(annotations, consensus, votes=votes, draws=draws))


def test_agreement_is_of_first_votes_and_each_answer_counts_once(project: Project) -> None:
    """Worked by hand: four answers, three experts.

    Pairs agree on 3/3, 1/3, 3/3 and 0/3 of the answers, so P = 7/12. Of twelve votes six are C,
    two C_d and four W: Pe = (36 + 4 + 16) / 144 = 7/18. κ = (7/12 - 7/18) / (1 - 7/18) = 7/22.
    Unequal ordered pairs within answers: 0, 4, 0, 6, each by m - 1 = 2, so Do = 5/12.
    De = (144 - 56) / (12 * 11) = 2/3. α = 1 - (5/12) / (2/3) = 3/8.
    """
    votes = [["C", "C", "C"], ["C", "C", "C_d"], ["W", "W", "W"], ["C", "C_d", "W"]]
    found = report(project, votes, ["C", "C", "W", "C_d"], draws=[100, 1, 1, 1]).agreement
    assert found.observed == pytest.approx(7 / 12)
    assert found.fleiss_kappa.value == pytest.approx(7 / 22)
    assert found.krippendorff_alpha.value == pytest.approx(3 / 8)
    for each in (found.fleiss_kappa, found.krippendorff_alpha):
        assert (each.low, each.high) == (None, None)
        assert each.reason == "An interval needs 10 pages; there is 1."
    # Experts 1 and 2: three of four alike. Chance: C 3/4 · 2/4, C_d 0, W 1/4 · 1/4 = 7/16.
    first = found.pairs[0]
    assert (first.first, first.second, first.n, first.agreement) == (0, 1, 4, 0.75)
    assert first.kappa == pytest.approx((12 / 16 - 7 / 16) / (9 / 16))
    assert [(each.first, each.second) for each in found.pairs] == [(0, 1), (0, 2), (1, 2)]


def test_the_same_round_has_the_same_intervals(project: Project) -> None:
    votes = [["C", "W"], ["C", "C"], ["W", "W"], ["C_d", "C"]]
    annotations = annotate_at_once(project, [[LONG]] * 4)
    judged = make_settled_round(annotations, ["C"] * 4, votes=votes)
    assert report_of(judged).agreement == report_of(judged).agreement


@pytest.mark.parametrize(
    ("votes", "observed", "reason"),
    [
        ([["C"], ["W"]], None, "no unit was rated twice, so nobody could agree"),
        ([["C", "C"], ["C", "C"]], 1, "all ratings are the same"),
    ],
    ids=["one expert", "one verdict throughout"],
)
def test_agreement_without_a_value_says_why(
    project: Project, votes: list[list[str]], observed: float | None, reason: str
) -> None:
    found = report(project, votes, ["C", "W"]).agreement
    assert found.observed == observed
    for each in (found.fleiss_kappa, found.krippendorff_alpha):
        assert (each.value, each.low, each.high) == (None, None, None)
        assert reason in each.reason


def test_what_moved_counts_each_first_vote_against_the_consensus(project: Project) -> None:
    votes = [["C", "C", "C_d"], ["W", "W", "C"], ["C", "W", "C_d"]]
    found = report(project, votes, ["C", "C_d", "W"], draws=[5, 1, 1])
    assert [each for each in found.moved if each.count] == [
        Moved("C", "C", 2),
        Moved("C", "C_d", 1),
        Moved("C", "W", 1),
        Moved("C_d", "C", 1),
        Moved("C_d", "W", 1),
        Moved("W", "C_d", 2),
        Moved("W", "W", 1),
    ]
    assert len(found.moved) == 9
    assert [votes for _, votes in found.per_expert] == [
        {"C": 2, "C_d": 0, "W": 1},
        {"C": 1, "C_d": 0, "W": 2},
        {"C": 1, "C_d": 2, "W": 0},
    ]


@pytest.mark.parametrize(
    ("votes", "consensus", "changed"),
    [
        (["W", "W", "W", "C"], "C", 1),
        (["W", "W", "C", "C_d"], "C", 1),
        (["W", "W", "C", "C"], "C_d", 0),
        (["C", "C", "C", "W"], "C", 0),
        (["C", "C", "C", "C"], "W", 1),
    ],
    ids=["three to one", "more than any other", "no majority", "kept", "all of them"],
)
def test_a_changed_majority_is_what_most_experts_said_and_the_consensus_does_not(
    project: Project, votes: list[str], consensus: str, changed: int
) -> None:
    assert report(project, [votes], [consensus]).changed_majority == changed


def test_precision_waits_for_every_consensus(project: Project) -> None:
    votes = [["C", "C"], ["C", "W"]]
    found = report(project, votes, ["C", None])
    assert (found.settled, found.answers, found.precision) == (1, 2, None)
    assert [(each.first, each.consensus, each.count) for each in found.moved if each.count] == [
        ("C", "C", 2)
    ]


def test_the_report_goes_by_what_the_services_wrote(project: Project) -> None:
    judged: JudgmentRound = meet(make_round(project, answers=2), [["C", "C"], ["C", "W"]])
    found = report_of(judged)
    assert (found.settled, found.precision) == (1, None)
    assert len(answers_of(judged)) == found.answers
    assert found.agreement.observed == 0.5
