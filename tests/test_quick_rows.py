"""Objects that are made of rows at once are what Django would have made."""

from typing import Any

import pytest
from django.db import models
from django.db.models import Model

from annotator.accounts.models import User
from annotator.annotations.models import Annotation
from annotator.assignments.models import Assignment
from annotator.corpus.models import Example
from annotator.history.models import Event
from annotator.projects.models import Project
from annotator.quick_rows import QuickRow
from tests.factories.corpus import make_annotators, make_examples, make_project
from tests.factories.guidance import annotate

pytestmark = pytest.mark.django_db


@pytest.fixture
def annotation() -> Annotation:
    """One, and a row of everything that hangs together with it."""
    project = make_project()
    make_examples(project, 1)
    (user,) = make_annotators(project, 1)
    return annotate(project, user)


def attributes(made: Any) -> tuple[dict[str, Any], bool, str | None]:
    stored = {name: value for name, value in vars(made).items() if name != "_state"}
    return stored, made._state.adding, made._state.db


@pytest.mark.parametrize("model", [User, Project, Example, Assignment, Annotation, Event])
@pytest.mark.usefixtures("annotation")
def test_an_object_is_what_django_makes_of_the_row(model: type[Model]) -> None:
    names = [field.attname for field in model._meta.concrete_fields]
    row = model._base_manager.values_list(*names).first()
    assert row is not None
    assert issubclass(model, QuickRow)
    quick = model.from_db("default", names, row)
    plain = models.Model.from_db.__func__(model, "default", names, row)  # type: ignore[attr-defined]
    assert quick == plain
    assert attributes(quick) == attributes(plain)


def test_columns_that_were_left_out_are_read_when_they_are_wanted() -> None:
    make_project("one")
    project = Project.objects.only("slug").get()
    assert "title" in project.get_deferred_fields()
    assert project.title == Project.objects.values_list("title", flat=True).get()
    project.title = "Another"
    project.save()
    assert Project.objects.get().title == "Another"


def test_related_objects_are_found_and_kept(annotation: Annotation) -> None:
    found = Annotation.objects.select_related("assignment", "example__project").get()
    assert found == annotation
    assert found.assignment.example_id == found.example.pk
    assert found.example.project.slug == "project"
    found.annotator = User.objects.create_user("another")
    assert found.annotator_id == found.annotator.pk


@pytest.mark.parametrize("model", [User, Project, Example, Assignment, Annotation, Event])
def test_a_new_object_is_what_django_makes_of_what_is_given(model: type[Model]) -> None:
    quick, plain = model(), model.__new__(model)
    models.Model.__init__(plain)
    ours, theirs = attributes(quick), attributes(plain)
    assert ours[0].keys() == theirs[0].keys()
    assert {name: type(value) for name, value in ours[0].items()} == {
        name: type(value) for name, value in theirs[0].items()
    }
    assert ours[1:] == theirs[1:] == (True, None)


def test_a_new_object_takes_columns_relations_and_the_key(annotation: Annotation) -> None:
    project, user = annotation.assignment.project, annotation.assignment.annotator
    event = Event(pk=7, actor=user, project_id=project.pk, verb="said", details={"a": 1})
    assert (event.pk, event.actor_id, event.actor) == (7, user.pk, user)
    assert (event.project_id, event.verb, event.details) == (project.pk, "said", {"a": 1})
    assert (event.subject, event.redacted_at) == ("", None)
    # Each has a dictionary of its own.
    first, second = Event(), Event()
    first.details["b"] = 2
    assert second.details == {}
    with pytest.raises(TypeError, match="nonsense"):
        Event(nonsense=1)
    with pytest.raises(ValueError, match='must be a "User" instance'):
        Event(actor=project)
