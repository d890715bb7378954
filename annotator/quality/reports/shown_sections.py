"""The sections of a report."""

from typing import Any

from annotator.exceptions import InvalidInputError
from annotator.quality.reports.compute import content_of
from annotator.quality.reports.models import Report
from annotator.quality.reports.scope import scope_of


def shown_sections(report: Report | None, *, only: str | None) -> list[dict[str, Any]]:
    """The sections of a report, or one of them; none before there is a report.

    Raises ``InvalidInputError`` for a section that the report doesn't have.
    """
    if report is None:
        return []
    # Reports by older code have no failed sections.
    sections = [
        {"missing": None, "shared_pages": None} | section | {"scope": scope_of(section)}
        for section in content_of(report)["sections"]
    ]
    if only is None:
        return sections
    names = [section["name"] for section in sections]
    if only not in names:
        raise InvalidInputError(
            "unknown_section",
            f"The report has no section {only}.",
            fields={"section": f"Use one of {', '.join(names)}."},
        )
    return [sections[names.index(only)]]
