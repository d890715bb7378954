"""The submissions of all teams, as stewards see them."""

from typing import Any

import pytest
from django.db.models.signals import post_init

from annotator.systems.competitions.models import Competition
from annotator.systems.evaluation.models import Half, Score
from tests.api.clients import client_of
from tests.factories.competitions import (
    F1,
    make_competition,
    make_phase,
    make_submission,
    make_team,
)
from tests.factories.corpus import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

ADDRESS = "/api/v1/projects/dev/competition/submissions/"
HALVES = {Half.PUBLIC: {F1: 0.25}, Half.PRIVATE: {F1: 0.75}}


def made(submissions: int) -> Competition:
    competition = make_competition()
    phase = make_phase(competition)
    for number in range(submissions):
        team = make_team(competition, f"Team {number}")
        make_submission(phase, team, f"System {number}", {F1: 0.5}, halves=HALVES)
    return competition


@pytest.mark.parametrize("rows", [1, 3])
def test_stewards_list_what_all_teams_submitted(rows: int, django_assert_num_queries: Any) -> None:
    competition = made(rows)
    steward = competition.project.memberships.get(user__username="steward").user
    client = client_of(steward)
    with django_assert_num_queries(12):
        found = client.get(ADDRESS).json()["results"]
    assert [(each["team"], each["whole"], each["public"], each["private"]) for each in found] == [
        (f"Team {number}", 0.5, 0.25, 0.75) for number in reversed(range(rows))
    ]
    assert all(each["counts"] and each["outcome"] == "scored" for each in found)


def test_a_page_reads_the_scores_of_its_teams_alone() -> None:
    competition = made(3)
    steward = competition.project.memberships.get(user__username="steward").user
    read: list[str] = []

    def note(*, instance: Score, **_: Any) -> None:
        read.append(instance.system.name)

    post_init.connect(note, sender=Score)
    try:
        client_of(steward).get(ADDRESS, {"page_size": 1})
    finally:
        post_init.disconnect(note, sender=Score)
    assert read == ["System 2"]


def test_a_project_says_whether_it_has_a_competition() -> None:
    competition = made(0)
    client = client_of(make_member(competition.project, "ada").user)
    (listed,) = client.get("/api/v1/projects/").json()["results"]
    assert listed["has_competition"] is True
    assert client.get("/api/v1/projects/dev/").json()["has_competition"] is True
    competition.delete()
    assert client.get("/api/v1/projects/dev/").json()["has_competition"] is False
