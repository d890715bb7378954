"""The kinds of jobs that imports are."""

from annotator.exchange.imports.ambiguous_questions import import_ambigqa, import_asqa
from annotator.exchange.imports.importer import discard_import, is_published
from annotator.exchange.imports.natural_questions import import_natural_questions
from annotator.exchange.imports.pages import import_pages
from annotator.workspace.jobs.registry import register

register("import_nq", import_natural_questions, discard_import, is_past_undoing=is_published)
register("import_pages", import_pages, discard_import, is_past_undoing=is_published)
register("import_ambigqa", import_ambigqa, discard_import, is_past_undoing=is_published)
register("import_asqa", import_asqa, discard_import, is_past_undoing=is_published)
