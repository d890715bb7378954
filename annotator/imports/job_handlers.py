"""The kinds of jobs that imports are."""

from annotator.imports.importer import discard_import
from annotator.imports.natural_questions import import_natural_questions
from annotator.imports.pages import import_pages
from annotator.jobs.registry import register

register("import_nq", import_natural_questions, discard_import)
register("import_pages", import_pages, discard_import)
