"""``import_nq``: Natural Questions' original format with its offsets, and the simplified one."""

from annotator.exchange.imports.example_packing import ExamplePacking
from annotator.exchange.imports.lines import run_line_import
from annotator.material.corpus.queries import stored_pages
from annotator.material.formats.natural_questions import KNOWN_KEYS, KNOWN_SIMPLIFIED_KEYS
from annotator.workspace.jobs.context import JobContext

MOST_STORED_PAGES = 100_000
"""Of which an import and each of its processes keep the digests: 20 MB."""


def import_natural_questions(context: JobContext) -> str:
    """Run an ``import_nq`` job."""
    with_annotations = bool(context.parameters.get("annotations"))
    return run_line_import(
        context,
        packing=ExamplePacking(with_annotations, stored=stored_pages(MOST_STORED_PAGES)),
        anew=ExamplePacking(with_annotations),
        known_fields=KNOWN_KEYS | KNOWN_SIMPLIFIED_KEYS,
    )
