"""``import_pages``: raw HTML of any year and skin; tokens and candidates are computed."""

from annotator.exchange.imports.lines import LineImporter, run_line_import
from annotator.exchange.imports.page_packing import PagePacking
from annotator.material.formats.pages import KNOWN_KEYS
from annotator.workspace.jobs.context import JobContext


def import_pages(context: JobContext, *, importer: type[LineImporter] = LineImporter) -> str:
    """Run an ``import_pages`` job; with the parameter ``fetch``, lines without HTML get it from the
    wiki.
    """
    return run_line_import(
        context, packing=PagePacking(), known_fields=KNOWN_KEYS, importer=importer
    )
