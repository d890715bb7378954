"""The jobs that read query logs, find pages for questions, and look for newer revisions."""

from annotator.exchange.imports.importer import discard_import
from annotator.exchange.imports.importer import is_published as is_imported
from annotator.exchange.intake.filtering_again import FILTER_QUERIES, filter_queries
from annotator.exchange.intake.found_import import import_found_pages
from annotator.exchange.intake.page_finding import FIND_PAGES, IMPORT_FOUND, find_pages
from annotator.exchange.intake.page_refreshing import REFRESH_PAGES, refresh_pages
from annotator.exchange.intake.query_import import (
    IMPORT_QUERIES,
    discard_queries,
    import_queries,
    is_published,
)
from annotator.workspace.jobs.registry import register

register(IMPORT_QUERIES, import_queries, discard_queries, is_past_undoing=is_published)
register(
    FILTER_QUERIES,
    filter_queries,
    cancelled="Cancelled. What was filtered so far stays; start it again for the rest.",
)
register(
    FIND_PAGES,
    find_pages,
    cancelled="Cancelled. What was found is kept: start it again to go on.",
)
register(IMPORT_FOUND, import_found_pages, discard_import, is_past_undoing=is_imported)
register(
    REFRESH_PAGES,
    refresh_pages,
    cancelled="Cancelled. What was fetched is kept for a day: start it again to go on.",
)
