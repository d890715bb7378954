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
