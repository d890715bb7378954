"""``import_ambigqa SLUG PATH [--pages PATH | --fetch]``."""

from annotator.imports.commands import AmbiguityImportCommand


class Command(AmbiguityImportCommand):
    """Imports AmbigNQ's JSON."""

    help = (
        "Import the questions of AmbigNQ that are ambiguous and have 2 to 6 disambiguations; "
        "the others are left out and counted."
    )
    kind = "import_ambigqa"
