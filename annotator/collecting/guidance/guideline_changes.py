"""Changes of the guidelines since an annotator last worked by them."""

from dataclasses import dataclass

from annotator.collecting.annotations.models import Annotation
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Guideline, GuidelineVisit, Project
from annotator.workspace.projects.queries import current_guideline


@dataclass(frozen=True)
class GuidelineChanges:
    """The version that somebody knows and the current one; ``None`` where there is none."""

    known: Guideline | None
    current: Guideline | None

    @property
    def has_changed(self) -> bool:
        """Whether there is something to show; people who have not worked yet read everything."""
        return (
            self.known is not None
            and self.current is not None
            and self.known.version < self.current.version
        )


def guideline_changes(*, project: Project, user: User) -> GuidelineChanges:
    """The changes to show ``user`` before the next question.

    They know the version up to which they were shown changes, or else the one that they last
    answered under.
    """
    return GuidelineChanges(known=_known(project, user), current=current_guideline(project))


def _known(project: Project, user: User) -> Guideline | None:
    visits = GuidelineVisit.objects.select_related("compared")
    visit = visits.filter(membership__project=project, membership__user=user).first()
    if visit is not None and visit.compared is not None:
        return visit.compared
    answered = Annotation.objects.filter(
        annotator=user, assignment__project=project, guideline__isnull=False
    )
    latest = answered.select_related("guideline").order_by("-created_at", "-pk").first()
    return latest.guideline if latest else None
