"""One kind of paging for every list."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from annotator.database.snapshot import snapshot

LARGEST_ID = 2**63 - 1
"""What a filter by number may ask for; SQLite fails on more."""

FAR = 500
"""Rows before a page, from which on it is cheaper to find its keys first."""


WHOLE = frozenset({"page", "page_size", "ordering"})
"""Parameters that choose no rows."""

UNIQUE = frozenset({"pk", "id", "position"})
"""The last of these columns is unique in a list, so its order backwards is certain."""


class KeysFirst(Paginator):  # type: ignore[type-arg]
    """For a far page, looks up the keys before the rows, and from the end if that is nearer.

    A database makes each row that it skips before a page, with everything that was counted or
    joined to it: the last page of 300,000 examples took two seconds. ``count_all`` gives the number
    of rows if that costs less than counting them.
    """

    def __init__(
        self, rows: Any, per_page: int, *, count_all: Callable[[], int] | None = None
    ) -> None:
        super().__init__(rows, per_page)
        self._count_all = count_all

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
        if first < FAR or not isinstance(self.object_list, QuerySet):
            return super().page(number)
        # From the end, places depend on the number of rows, so both are read at one moment.
        with snapshot():
            return self._far_page(self.object_list, self.validate_number(number))

    def _far_page(self, rows: "QuerySet[Any]", number: int) -> "Page[Any]":
        keys = self._keys(rows, (number - 1) * self.per_page)
        found = {row.pk: row for row in rows.filter(pk__in=keys)}
        return Page([found[key] for key in keys if key in found], number, self)

    def _keys(self, rows: "QuerySet[Any]", first: int) -> list[Any]:
        keys = rows.values_list("pk", flat=True)
        last = min(first + self.per_page, self.count)
        if 2 * first < self.count or not _tells_rows_apart(rows):
            return list(keys[first:last])
        return list(keys.reverse()[self.count - last : self.count - first])[::-1]


def _tells_rows_apart(rows: "QuerySet[Any]") -> bool:
    order = rows.query.order_by
    return bool(order) and isinstance(order[-1], str) and order[-1].removeprefix("-") in UNIQUE


class Pages(PageNumberPagination):
    """``?page=`` and ``?page_size=`` (50, at most 500).

    A view may have ``count_all``: how many rows its list has where no parameter narrows it.
    """

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500
    django_paginator_class = KeysFirst

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        """The page that ``request`` asks for."""
        if set(request.query_params) <= WHOLE:
            count_all = getattr(view, "count_all", None)
            self.django_paginator_class = partial(KeysFirst, count_all=count_all)  # type: ignore[assignment]
        return super().paginate_queryset(queryset, request, view)
