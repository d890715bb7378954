"""The jobs that read query logs, find pages for questions, and look for newer revisions."""

from annotator.intake.page_finding import FIND_PAGES, find_pages
from annotator.intake.page_refreshing import REFRESH_PAGES, refresh_pages
from annotator.intake.query_import import (
    IMPORT_QUERIES,
    discard_queries,
    import_queries,
    is_published,
)
from annotator.jobs.registry import register

register(IMPORT_QUERIES, import_queries, discard_queries, is_past_undoing=is_published)
register(FIND_PAGES, find_pages)
register(REFRESH_PAGES, refresh_pages)
