"""Which code made a report."""

from annotator.code_version import sources_sha256


def code_version() -> str:
    """sha256, hex, of the sources that figures come from; the same in every installation."""
    return sources_sha256("annotator/measures", "annotator/reports")
