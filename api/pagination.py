"""One kind of paging for every list."""

from rest_framework.pagination import PageNumberPagination

LARGEST_ID = 2**63 - 1
"""What a filter by number may ask for; SQLite fails on more."""


class Pages(PageNumberPagination):
    """``?page=`` and ``?page_size=`` (50, at most 500)."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500
