"""Rows of any kind that a viewer may read: none about an example that is hidden from them."""

from django.db.models import ForeignKey, Model, QuerySet

from annotator.material.corpus.models import Example, Row, SplitQuerySet
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event


def visible_rows(rows: "QuerySet[Row]", viewer: User | None) -> "QuerySet[Row]":
    """The ``rows`` that ``viewer`` may read; None is a caller who is not signed in.

    Of rows about examples that have no ``SplitQuerySet``, nothing is visible.
    """
    if isinstance(rows, SplitQuerySet):
        return rows.visible_to(viewer)
    if rows.model is Event:
        # Not row by row: a list counts all events of a project.
        return rows.exclude(example_id__in=Example.objects.hidden_from(viewer).values("pk"))
    return rows.none() if is_about_examples(rows.model) else rows


def is_about_examples(model: type[Model]) -> bool:
    """Whether each row of ``model`` leads to an example, over as many tables as it takes."""
    if model is Example:
        return True
    keys = [key for key in model._meta.concrete_fields if isinstance(key, ForeignKey)]
    named = [key.related_model for key in keys if not key.null]
    return any(is_about_examples(each) for each in named if each is not model)
