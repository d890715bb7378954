"""Models whose objects are made at once, of the database's rows and of what they are given.

Django goes through every column with a call of its own and sends two signals for each object, to
which nobody here listens. A request makes some thirty objects.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState


class QuickRow(models.Model):
    """For models without fields that do something when they are set, as those of files do."""

    class Meta:
        abstract = True

    def __init__(self, *columns: Any, **given: Any) -> None:
        known = _known(type(self))
        if columns or not known.names.issuperset(given):
            super().__init__(*columns, **given)
            return
        self._state = ModelState()
        own = self.__dict__
        own.update(known.defaults)
        for name, make in known.made:
            if name not in given:
                own[name] = make()
        for name, value in given.items():
            if name in known.relations:
                setattr(self, name, value)
            else:
                own[name] = value

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


@dataclass(frozen=True, slots=True)
class _Known:
    """Of a model: its columns' defaults, what makes those that differ each time, the names of
    relations, and all names by which ``__init__`` takes something.
    """

    defaults: dict[str, Any]
    made: list[tuple[str, Callable[[], Any]]]
    relations: frozenset[str]
    names: frozenset[str]


@cache
def _known(model: type[models.Model]) -> _Known:
    fields = model._meta.concrete_fields
    is_made = {each.attname: callable(each.default) for each in fields}
    relations = frozenset(each.name for each in fields if each.is_relation)
    return _Known(
        defaults={each.attname: each.get_default() for each in fields if not is_made[each.attname]},
        made=[(each.attname, each.get_default) for each in fields if is_made[each.attname]],
        relations=relations,
        names=relations | is_made.keys(),
    )
