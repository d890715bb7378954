"""A list of the API shows nothing hidden, whatever its view forgets."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.models import Assignment, Slot
from annotator.collecting.guidance.models import FaqVersion, QuestionThread
from annotator.material.corpus.models import Example, SplitQuerySet
from annotator.material.corpus.visibility import is_about_examples
from annotator.quality.reports.hidden_split import hide_split
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role
from api.responses.pagination import Pages
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.guidance import annotate

pytestmark = pytest.mark.django_db


@pytest.fixture
def hidden() -> Project:
    """A project whose split *secret* has one example, which ``ada`` has answered."""
    project = make_project("nq")
    [example] = make_examples(project, 1)
    annotate(project, make_member(project, "ada").user)
    Example.objects.filter(pk=example.pk).update(split="secret")
    make_member(project, "lead", Role.LEAD)
    steward = make_member(project, "steward", Role.LEAD).user
    return hide_split(project=project, split="secret", steward=steward, at=AT)


def number_listed(rows: Any, viewer: str) -> int:
    """How many of ``rows`` a list shows, whose view asks nothing itself."""
    request = Request(APIRequestFactory().get("/"))
    request.user = User.objects.get(username=viewer) if viewer else AnonymousUser()
    return len(Pages().paginate_queryset(rows.order_by("pk"), request) or [])


@pytest.mark.parametrize(
    ("model", "annotator"), [(Example, 0), (Annotation, 0), (Assignment, 1), (Event, 0)]
)
def test_a_list_that_forgets_shows_hidden_rows_to_stewards_and_owners_alone(
    hidden: Project, model: Any, annotator: int
) -> None:
    about = {"pk__gt": 0} if model is not Event else {"example_id__isnull": False}
    rows = model.objects.filter(**about)
    assert rows.count() > 0
    shown = {name: number_listed(rows, name) for name in ("", "lead", "ada", "steward")}
    assert shown == {"": 0, "lead": 0, "ada": annotator, "steward": rows.count()}


def test_a_steward_of_another_project_sees_nothing_of_this_one(hidden: Project) -> None:
    other = make_project("other")
    make_examples(other, 1)
    Example.objects.filter(project=other).update(split="own")
    lead = make_member(other, "stranger", Role.LEAD).user
    hide_split(project=other, split="own", steward=lead, at=AT)
    assert number_listed(Example.objects.all(), "stranger") == 1
    assert number_listed(Example.objects.filter(project=hidden), "stranger") == 0


def test_a_list_of_rows_about_examples_that_have_no_visible_to_is_empty(hidden: Project) -> None:
    assert Slot.objects.exists()
    assert number_listed(Slot.objects.all(), "steward") == 0


def test_a_list_of_rows_that_were_read_already_is_refused(hidden: Project) -> None:
    request = Request(APIRequestFactory().get("/"))
    with pytest.raises(TypeError):
        Pages().paginate_queryset(list(Example.objects.all()), request)


def test_rows_that_may_do_without_an_example_are_not_about_examples() -> None:
    models = (QuestionThread, Annotation, FaqVersion, Project)
    assert [is_about_examples(model) for model in models] == [True, True, False, False]


def test_every_manager_with_visible_to_finds_the_example_and_its_project(
    hidden: Project,
) -> None:
    viewer = User.objects.get(username="lead")
    managed = [each for each in apps.get_models() if of_split(each._default_manager.all())]
    assert {Example, Annotation, Assignment} < set(managed)
    asked = [str(each._default_manager.all().visible_to(viewer).query) for each in managed]
    assert all("is_steward" in query for query in asked)


def of_split(rows: Any) -> bool:
    return isinstance(rows, SplitQuerySet)


def views(patterns: Any) -> Iterator[Any]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            yield getattr(pattern.callback, "view_class", None)


def test_every_list_of_the_api_goes_by_the_one_kind_of_paging() -> None:
    lists = [
        view
        for view in views(get_resolver().url_patterns)
        if isinstance(view, type) and issubclass(view, GenericAPIView)
    ]
    assert lists
    assert {view.pagination_class for view in lists} == {Pages}
    assert {view.paginate_queryset for view in lists} == {GenericAPIView.paginate_queryset}
