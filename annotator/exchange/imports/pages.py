"""``import_pages``: raw HTML of any year and skin; tokens and candidates are computed."""

from annotator.exchange.imports.line_packing import LinePacking
from annotator.exchange.imports.lines import LineImporter, run_line_import
from annotator.exchange.imports.page_packing import PagePacking
from annotator.exchange.imports.question_table import as_lines
from annotator.material.formats.pages import KNOWN_KEYS
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.job_folders import folder_of_job
from annotator.workspace.projects.models import Project


class PageImporter(LineImporter):
    """Reads CSV files too."""

    def __init__(
        self, context: JobContext, project: Project, packing: LinePacking, anew: LinePacking
    ) -> None:
        super().__init__(context, project, packing, anew)
        folder = folder_of_job(context.job.pk)
        # Files of several folders may have the same name.
        self.paths = [
            as_lines(path, lines=folder / f"{place}-{path.name}.jsonl", on_chunk=context.stay_alive)
            for place, path in enumerate(self.paths)
        ]


def import_pages(context: JobContext, *, importer: type[LineImporter] = PageImporter) -> str:
    """Run an ``import_pages`` job; with the parameter ``fetch``, lines without HTML get it from the
    wiki.
    """
    return run_line_import(
        context, packing=PagePacking(), known_fields=KNOWN_KEYS, importer=importer
    )
