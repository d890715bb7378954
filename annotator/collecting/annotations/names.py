"""The names of people on annotations."""

from collections.abc import Iterable, Mapping

from annotator.collecting.annotations.models import Annotation
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.shown_names import names_of


def names_on(
    annotations: Iterable[Annotation], *, project: Project, viewer_role: str | None
) -> Mapping[int, str]:
    """By which names somebody in ``viewer_role`` sees who wrote, accepted or revised annotations
    (from ``annotations_of``), by the user's key.
    """
    people = []
    for each in annotations:
        late = getattr(each.assignment, "late_acceptance", None) if each.is_late else None
        people += [each.annotator, late and late.accepted_by, each.revised_by]
    users = [person for person in people if person]
    return names_of(project=project, viewer_role=viewer_role, users=users)


def own_names(annotation: Annotation) -> Mapping[int, str]:
    """The same for the annotator, who knows no lead's name."""
    return {annotation.annotator_id: annotation.annotator.username}
