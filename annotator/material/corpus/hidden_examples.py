"""Leaving out the hidden split, from rows that say which example they are about."""

from typing import TypeVar

from django.db.models import Exists, Model, OuterRef, QuerySet

from annotator.material.corpus.models import Example, Purpose

Row = TypeVar("Row", bound=Model)


def without_hidden(rows: "QuerySet[Row]") -> "QuerySet[Row]":
    """``rows`` except those whose example is hidden. Rows about no example stay."""
    hidden = Example.objects.filter(pk=OuterRef("example_id"), purpose=Purpose.HIDDEN)
    return rows.filter(~Exists(hidden))
