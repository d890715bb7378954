"""Models whose objects are made of the database's rows at once.

Django goes through every column with a call of its own and sends two signals for each object, to
which nobody here listens. A request makes some thirty objects.
"""

from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState


class QuickRow(models.Model):
    """For models without fields that do something when they are set, as those of files do."""

    class Meta:
        abstract = True

    # The types are those of a later Django, where it takes one argument more.
    @classmethod
    def from_db(  # type: ignore[override]
        cls, db: str | None, field_names: Collection[str], values: Collection[Any]
    ) -> Self:
        """The object of a row; columns that are not among ``field_names`` are read when they are
        wanted.
        """
        made = cls.__new__(cls)
        made._state = ModelState()
        made._state.adding = False
        made._state.db = db
        made.__dict__.update(zip(field_names, values, strict=True))
        return made
