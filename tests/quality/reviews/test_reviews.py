"""What every blind review keeps to, whatever its instrument."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.exceptions import InvalidInputError, NotFoundError
from annotator.quality.reviews.queries import reviews_of
from annotator.quality.reviews.working import lock_review, lock_seat
from annotator.running.personal_data.collection import parts_about
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.services import change_member
from tests.api.clients import client_of
from tests.factories.corpus import AT, make_member, make_project, make_user
from tests.factories.reviews import INSTRUMENTS, Instrument

pytestmark = pytest.mark.django_db


@pytest.fixture(params=INSTRUMENTS.values(), ids=INSTRUMENTS)
def instrument(request: pytest.FixtureRequest) -> Instrument:
    found: Instrument = request.param
    return found


@pytest.fixture
def project(instrument: Instrument) -> Project:
    return instrument.make()


@pytest.fixture
def lead(project: Project) -> Membership:
    return make_member(project, "lead", Role.LEAD)


@pytest.fixture
def experts(project: Project) -> list[Membership]:
    return [make_member(project, name, Role.EXPERT) for name in ("ada", "bob", "cem")]


def test_reviews_and_seats_are_numbered_in_their_order_and_opening_is_on_record(
    instrument: Instrument, project: Project, lead: Membership, experts: list[Membership]
) -> None:
    ada, bob, _ = experts
    first = instrument.open_for(project, [bob, ada], lead.user)
    second = instrument.open_for(project, [ada], None)
    assert (first.number, second.number, first.seed) == (1, 2, 3)
    assert (first.opened_at, first.opened_by, first.finished_at) == (AT, lead.user, None)
    seats = [(seat.number, seat.user) for seat in first.seats.order_by("number")]
    assert seats == [(1, bob.user), (2, ada.user)]
    event = Event.objects.get(subject=first.SUBJECT, subject_id=str(first.pk))
    assert (event.verb, event.actor, event.project_id) == ("opened", lead.user, project.pk)
    assert first.facts().items() <= event.details.items()


def test_only_active_people_of_the_project_sit_in_a_review(
    instrument: Instrument, project: Project, lead: Membership, experts: list[Membership]
) -> None:
    ada, left, gone = experts
    change_member(membership=left, is_active=False, at=AT, actor=None)
    gone.user.is_active = False
    gone.user.save()
    elsewhere = make_member(make_project("elsewhere"), "outsider", Role.EXPERT)
    annotator = make_member(project, "annie", Role.ANNOTATOR)
    for member in (left, gone, elsewhere, annotator):
        with pytest.raises(InvalidInputError) as refused:
            instrument.open_for(project, [ada, member], None)
        assert list(refused.value.fields) in (["experts"], ["comparers"], ["labellers"])
    assert not instrument.model._default_manager.exists()


def test_leads_find_all_reviews_and_experts_those_they_sit_in(
    instrument: Instrument, project: Project, lead: Membership, experts: list[Membership]
) -> None:
    ada, bob, cem = experts
    first = instrument.open_for(project, [ada], None)
    second = instrument.open_for(project, [ada, bob], None)
    administrator = make_user("root", administrator=True)
    annotator, stranger = make_member(project, "annie").user, make_user("stranger")
    seen: list[tuple[Any, list[Any]]] = [
        (lead.user, [second, first]),
        (administrator, [second, first]),
        (ada.user, [second, first]),
        (bob.user, [second]),
        (cem.user, []),
        (annotator, []),
        (stranger, []),
    ]
    for user, reviews in seen:
        assert list(reviews_of(instrument.model, project=project, user=user)) == reviews
        answer = client_of(user).get(f"{instrument.address}{first.pk}/")
        assert (answer.status_code == 200) == (first in reviews)
    assert client_of(lead.user).get(f"{instrument.address}{2**63}/").status_code == 404


def test_who_is_no_expert_any_more_finds_nothing(
    instrument: Instrument, project: Project, experts: list[Membership]
) -> None:
    ada, bob, _ = experts
    review = instrument.open_for(project, [ada, bob], None)
    client = client_of(ada.user)
    assert client.get(f"{instrument.address}{review.pk}/").status_code == 200
    change_member(membership=ada, role=Role.ANNOTATOR, at=AT, actor=None)
    assert client.get(f"{instrument.address}{review.pk}/").status_code in (403, 404)
    assert client.get(instrument.listed).status_code == 403


def test_experts_are_numbers_to_one_another_and_names_to_leads(
    instrument: Instrument, project: Project, lead: Membership, experts: list[Membership]
) -> None:
    review = instrument.open_for(project, experts[:2], None)

    def names(member: Membership) -> list[str]:
        shown = client_of(member.user).get(f"{instrument.address}{review.pk}/").json()
        return [seat["name"] for seat in shown[review.SEATS]]

    title = review.seat_model().TITLE
    assert names(lead) == ["ada", "bob"]
    assert names(experts[0]) == [f"{title} 1", f"{title} 2"]


def test_a_list_takes_as_many_queries_for_three_reviews_as_for_one(
    instrument: Instrument, project: Project, lead: Membership, experts: list[Membership]
) -> None:
    client, counts = client_of(lead.user), []
    for seated in ([1], [2, 1]):
        for number in seated:
            instrument.open_for(project, experts[:number], None)
        client.get(instrument.listed)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(instrument.listed).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 10


def test_a_seat_or_a_review_that_is_gone_is_not_found(
    instrument: Instrument, project: Project, experts: list[Membership]
) -> None:
    review = instrument.open_for(project, experts[:1], None)
    [seat] = review.seats.all()
    assert (lock_review(instrument.model, review.pk), lock_seat(seat)) == (review, seat)
    with pytest.raises(NotFoundError):
        lock_review(instrument.model, review.pk + 1)
    seat.pk += 1
    with pytest.raises(NotFoundError):
        lock_seat(seat)


def test_a_copy_of_somebodys_data_has_the_reviews_that_they_opened(
    instrument: Instrument, project: Project, lead: Membership, experts: list[Membership]
) -> None:
    instrument.open_for(project, experts[:1], experts[0].user)
    instrument.open_for(project, experts[:1], lead.user)
    told = {part.name: list(part.rows()) for part in parts_about(lead.user)}
    expected = {
        "judgment_rounds_opened": {"round": 2, "title": "Round", "guidelines": "Be kind."},
        "comparison_studies_opened": {"study": 2, "title": "Study", "instructions": "Be kind."},
        "error_analyses_opened": {"number": 2, "system_name": "Baseline", "split": "all"},
    }
    [(name, rows)] = [(name, told[name]) for name in expected if told[name]]
    assert rows == [{"project": "project", **expected[name], "opened_at": AT}]
