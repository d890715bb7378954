"""One kind of paging for every list."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.utils.functional import cached_property
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from annotator.foundation.database.snapshot import snapshot
from annotator.material.corpus.visibility import is_about_examples, visible_rows
from annotator.workspace.accounts.models import User
from api.requests.validation import unknown_in

LARGEST_ID = 2**63 - 1
"""What a filter by number may ask for; SQLite fails on more."""

FAR = 500
"""Rows before a page, from which on it is cheaper to find its keys first."""


MOST_FOUND = 500
"""A search that finds no more rows is made once, and not again to count them."""

PAGING = frozenset({"page", "page_size", "format"})
"""What any list can be asked for. None of it chooses rows."""

UNIQUE = frozenset({"pk", "id", "position"})
"""The last of these columns is unique in a list, so its order backwards is certain."""


class KeysFirst(Paginator):  # type: ignore[type-arg]
    """For a far page, looks up the keys before the rows, and from the end if that is nearer.

    A database makes each row that it skips before a page, with everything that was counted or
    joined to it: the last page of 300,000 examples took two seconds. ``count_all`` gives the number
    of rows if that costs less than counting them. ``keys_of`` gives the keys of rows in their order
    if they should be read first for every page, else None. The rows of keys are read from ``whole``
    if it is given, the list before anything narrowed it: what chose the keys needn't choose again.
    """

    def __init__(
        self,
        rows: Any,
        per_page: int,
        *,
        count_all: Callable[[], int] | None = None,
        keys_of: Callable[[Any], "QuerySet[Any] | None"] | None = None,
        whole: "QuerySet[Any] | None" = None,
        far: int = FAR,
    ) -> None:
        super().__init__(rows, per_page)
        self._far = far
        self._count_all = count_all
        self._keys_of = keys_of
        self._whole = whole

    @cached_property
    def count(self) -> int:
        """How many rows there are."""
        return self._count_all() if self._count_all else super().count

    def page(self, number: int | str) -> "Page[Any]":
        """The rows of the page ``number`` (from 1). Raises ``InvalidPage`` if there is none."""
        # Django reports what is not a page number, or too long for one.
        digits = str(number)
        is_number = digits.isdecimal() and len(digits) < len(str(LARGEST_ID))
        first = (int(digits) - 1) * self.per_page if is_number else 0
        rows = self.object_list
        if not isinstance(rows, QuerySet):
            return super().page(number)
        keys = self._keys_of(rows) if self._keys_of else None
        if first < self._far and keys is None:
            return super().page(number)
        if keys is None:
            keys = rows.values_list("pk", flat=True)
        # From the end, places depend on the number of rows, so both are read at one moment.
        with snapshot():
            number = self.validate_number(number)
            wanted = self._cut(keys, (number - 1) * self.per_page)
            whole = rows if self._whole is None else self._whole
            found = {row.pk: row for row in whole.filter(pk__in=wanted)}
        return Page([found[key] for key in wanted if key in found], number, self)

    def _cut(self, keys: "QuerySet[Any]", first: int) -> list[Any]:
        last = min(first + self.per_page, self.count)
        if 2 * first < self.count or not _tells_rows_apart(keys):
            return list(keys[first:last])
        return list(keys.reverse()[self.count - last : self.count - first])[::-1]


def _tells_rows_apart(rows: "QuerySet[Any]") -> bool:
    order = rows.query.order_by
    return bool(order) and isinstance(order[-1], str) and order[-1].removeprefix("-") in UNIQUE


class Pages(PageNumberPagination):
    """``?page=`` and ``?page_size=`` (50, at most 500).

    What else can be asked for is in the view's ``query_class``, a serializer, or in its
    ``filterset_class``. Anything else is refused: a misspelt filter would show the whole list.
    Whatever a view lists, its caller gets of it only what ``visible_rows`` lets them see.
    A view may have ``count_all``: how many rows its list has where no parameter narrows it, or only
    those of its ``counted``.
    """

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500
    django_paginator_class = KeysFirst

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        """The page that ``request`` asks for. Raises ``TypeError`` for rows about examples that a
        view has read already: nobody asked whether they are hidden.
        """
        asked = set(request.query_params)
        refuse_unknown(asked, view)
        keys_of, whole = getattr(view, "keys_of", None), None
        if isinstance(queryset, QuerySet):
            viewer = request.user if isinstance(request.user, User) else None
            queryset = visible_rows(queryset, viewer)
            whole = visible_rows(view.get_queryset(), viewer) if keys_of else None
        elif any(isinstance(row, Model) and is_about_examples(type(row)) for row in queryset[:1]):
            raise TypeError("A list of rows about examples takes their QuerySet.")
        count_all = getattr(view, "count_all", None)
        if not asked <= PAGING | {"ordering"} | getattr(view, "counted", frozenset()):
            count_all = None
        if "search" in asked and isinstance(queryset, QuerySet):
            keys = list(queryset.order_by().values_list("pk", flat=True)[: MOST_FOUND + 1])
            if len(keys) <= MOST_FOUND:
                queryset, count_all = queryset.filter(pk__in=keys), lambda: len(keys)
        self.django_paginator_class = partial(  # type: ignore[assignment]
            KeysFirst, count_all=count_all, keys_of=keys_of, whole=whole
        )
        return super().paginate_queryset(queryset, request, view)


def refuse_unknown(asked: Iterable[str], view: Any) -> None:
    """Raise ``ValidationError`` where a list is asked for something that it doesn't know."""
    if problems := unknown_in(sorted(asked), PAGING | _options_of(view)):
        raise ValidationError(problems)


def _options_of(view: Any) -> set[str]:
    """The names that narrow a view's list."""
    query = getattr(view, "query_class", None)
    filters = getattr(view, "filterset_class", None)
    return {*(query().fields if query else ()), *(filters.base_filters if filters else ())}
