"""``import_pages SLUG PATH…``."""

from annotator.imports.commands import ImportCommand


class Command(ImportCommand):
    """Imports raw HTML pages with questions."""

    help = (
        "Import JSON lines with question_text, document_url, document_title and document_html or "
        "html_file; tokens and candidates are computed."
    )
    kind = "import_pages"
