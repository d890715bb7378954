"""Two tabs, or two members of a team, at the same moment."""

import uuid
from functools import partial
from pathlib import Path

import pytest
from django.utils import timezone

from annotator.systems.competitions.models import Submission
from annotator.systems.competitions.submitting import submit
from annotator.systems.competitions.teams import form_team
from annotator.systems.evaluation.models import Part
from tests.at_once import outcomes_at_once
from tests.factories.competitions import make_competition, make_phase, make_team, member_of
from tests.factories.corpus import AT, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("folders")]


def test_two_uploads_at_once_are_not_both_the_last_one_of_the_week(tmp_path: Path) -> None:
    competition = make_competition()
    make_phase(competition)
    user = member_of(make_team(competition, "Ours"))
    calls = [
        partial(
            submit,
            competition=competition,
            files={Part.PREDICTIONS: tmp_path / "x.json"},
            name=name,
            notes="",
            passages=1,
            job_id=uuid.uuid4(),
            at=timezone.now(),
            actor=user,
        )
        for name in ("One", "Two", "Three")
    ]
    assert outcomes_at_once(calls) == ["done", "too_many_attempts", "too_many_attempts"]
    assert Submission.objects.count() == 1


def test_a_person_forms_one_team_and_a_name_is_given_once() -> None:
    competition = make_competition()
    ada, ben = make_user("ada"), make_user("ben")
    form = partial(form_team, competition=competition, at=AT)
    calls = [partial(form, user=ada, name="Plumb"), partial(form, user=ada, name="Bob")]
    assert outcomes_at_once(calls) == ["done", "in_a_team"]
    calls = [partial(form, user=ben, name="Bob"), partial(form, user=make_user("c"), name="bob")]
    assert outcomes_at_once(calls) in (["done", "name_taken"], ["name_taken", "name_taken"])
