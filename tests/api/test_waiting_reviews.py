"""How many reviews wait for an expert: what their first page shows."""

from typing import Any

import pytest

from annotator.quality.judgments.verdicts import close_seat
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Role
from tests.api.clients import client_of
from tests.factories.comparisons import complete_study, make_comparers, make_study
from tests.factories.corpus import make_examples, make_member, make_project
from tests.factories.error_analysis import label_all, make_analysis, make_answers
from tests.factories.judgments import finish, make_round, seats_of, vote_all

pytestmark = pytest.mark.django_db


def waiting_for(user: User) -> Any:
    progress = client_of(user).get("/api/v1/projects/project/progress/").json()
    return progress["waiting_reviews"]


def test_a_round_waits_until_ones_verdicts_are_closed_and_again_in_the_meeting() -> None:
    round_ = make_round(answers=1)
    first, second = seats_of(round_)
    vote_all(round_, [["C", "W"]])
    waiting = [waiting_for(first.user)["judgment_rounds"]]
    for seat in (first, second):
        close_seat(seat=seat, at=round_.opened_at)
        waiting.append(waiting_for(first.user)["judgment_rounds"])
    finish(round_)
    waiting.append(waiting_for(first.user)["judgment_rounds"])
    assert waiting == [1, 0, 1, 0]


def test_a_study_waits_until_every_pair_is_compared() -> None:
    project = make_project()
    comparer, other = make_comparers(project, 2)
    study = make_study(project, [comparer], questions=2)
    assert waiting_for(comparer)["comparison_studies"] == 1
    assert waiting_for(other)["comparison_studies"] == 0
    complete_study(study)
    assert waiting_for(comparer)["comparison_studies"] == 0


def test_an_error_analysis_waits_until_one_has_labelled_it() -> None:
    project = make_project()
    make_examples(project, 1)
    expert = make_member(project, "eve", Role.EXPERT).user
    analysis = make_analysis(make_answers(project, ["wrong"]), [expert])
    assert waiting_for(expert)["error_analyses"] == 1
    label_all(analysis, [[[0]]])
    assert waiting_for(expert)["error_analyses"] == 0


@pytest.mark.parametrize("role", [Role.LEAD, Role.ANNOTATOR])
def test_reviews_wait_for_experts_alone(role: Role) -> None:
    assert waiting_for(make_member(make_project(), "ada", role).user) is None
