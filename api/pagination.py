"""One kind of paging for every list."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from rest_framework.pagination import PageNumberPagination

LARGEST_ID = 2**63 - 1
"""What a filter by number may ask for; SQLite fails on more."""

FAR = 500
"""Rows before a page, from which on it is cheaper to find its keys first."""


class KeysFirst(Paginator):  # type: ignore[type-arg]
    """Looks a far page's keys up before its rows.

    A database makes each row that it leaves out before a page, with everything that was counted or
    joined to it: of 300,000 examples the last page took two seconds.
    """

    def page(self, number: int | str) -> "Page[Any]":
        """The rows of the page ``number`` (from 1). Raises ``InvalidPage`` where there is none."""
        first = (self.validate_number(number) - 1) * self.per_page
        rows = self.object_list
        if first < FAR or not isinstance(rows, QuerySet):
            return super().page(number)
        keys = list(rows.values_list("pk", flat=True)[first : first + self.per_page])
        found = {row.pk: row for row in rows.filter(pk__in=keys)}
        return Page([found[key] for key in keys if key in found], int(number), self)


class Pages(PageNumberPagination):
    """``?page=`` and ``?page_size=`` (50, at most 500)."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500
    django_paginator_class = KeysFirst
