"""Reading history."""

from django.db.models import Q, QuerySet

from annotator.workspace.history.models import Event


def events_of_project(project_id: int) -> "QuerySet[Event]":
    """A project's events, newest first; an index has them in this order."""
    return Event.objects.filter(project_id=project_id).select_related("actor").order_by("-id")


def events_of_example(
    *, project_id: int, example_id: int, also: Q | None = None
) -> "QuerySet[Event]":
    """An example's whole life in order, changes of the whole project's overlap included.

    ``also``: events of its life that don't name it; the apps that wrote them know which.
    """
    overlap = Q(
        project_id=project_id,
        verb="changed",
        subject="project",
        details__after__has_key="overlap",
    )
    own = Q(project_id=project_id, example_id=example_id)
    found = own | overlap if also is None else own | overlap | also
    return Event.objects.filter(found).select_related("actor").order_by("id")
