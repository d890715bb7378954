"""``import_nq``: Natural Questions' original format, its offsets kept as they are given."""

from annotator.formats.natural_questions import KNOWN_KEYS
from annotator.imports.example_packing import ExamplePacking
from annotator.imports.lines import run_line_import
from annotator.jobs.context import JobContext


def import_natural_questions(context: JobContext) -> str:
    """Run an ``import_nq`` job."""
    packing = ExamplePacking(bool(context.parameters.get("annotations")))
    return run_line_import(context, packing=packing, known_fields=KNOWN_KEYS)
