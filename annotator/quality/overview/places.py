"""Which pages of a project have something on them."""

from typing import Any

from django.db.models import Exists, QuerySet

from annotator.collecting.assignments.models import Control
from annotator.workspace.projects.models import Project


def used_pages(project: Project) -> list[str]:
    """The addresses, below the project's, of those pages for leads that not every project uses and
    that have something on them here. One query.
    """
    contents: dict[str, QuerySet[Any]] = {
        "controls": Control.objects.filter(example__project=project),
        "comparison-studies": project.comparison_studies.all(),
        "error-analyses": project.error_analyses.all(),
        "faq": project.faq_entries.all(),
        "feedback": project.feedback.all(),
        "judgment-rounds": project.judgment_rounds.all(),
        "queries": project.queries.all(),
    }
    found = Project.objects.filter(pk=project.pk).values_list(
        *(Exists(rows) for rows in contents.values())
    )
    used = [page for row in found for page, has_some in zip(contents, row, strict=True) if has_some]
    return [*used, "training"] if project.requires_training else used
