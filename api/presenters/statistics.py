"""Reports of statistics as the API shows them."""

from collections.abc import Sequence
from typing import Any

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.models import Example
from annotator.quality.reports.compute import content_of
from annotator.quality.reports.example_table import FoundExamples
from annotator.quality.reports.models import Report
from annotator.quality.reports.scope import scope_of
from annotator.quality.reports.services import Standing
from annotator.workspace.projects.models import Project


def present_sections(report: Report | None, *, only: str | None) -> list[dict[str, Any]]:
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


def present_standing(standing: Standing, *, project: Project) -> dict[str, Any]:
    """A report without its sections."""
    report = standing.report
    return {
        "report": present_run(report) | {"kind": project.kind} if report else None,
        "job": standing.job.pk if standing.job else None,
        "annotations_now": standing.annotations_now,
        "is_revised": standing.is_revised,
    }


def present_run(report: Report) -> dict[str, Any]:
    """A run without its content."""
    names = (
        "job_id hidden_split created_at fingerprint content_sha256 parameters seed code_version"
        " annotations examples stages failed_sections"
    ).split()
    return {"id": report.pk, **{name: getattr(report, name) for name in names}}


def present_found(found: FoundExamples, places: Sequence[int]) -> list[dict[str, Any]]:
    """The examples at ``places`` among those found; one that is gone by now is left out."""
    keys = [int(found.example[place]) for place in places]
    examples = Example.objects.select_related("question").in_bulk(keys)
    return [
        {
            "id": key,
            "example_id": str(examples[key].example_id),
            "question": examples[key].question.text,
            "annotations": int(found.annotations[place]),
            "value": float(found.value[place]),
        }
        for key, place in zip(keys, places, strict=True)
        if key in examples
    ]
