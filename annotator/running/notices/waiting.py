"""A person's waiting work in a project, in words."""

from collections.abc import Iterator
from datetime import datetime

from annotator.collecting.annotations.queries import reopened_annotations
from annotator.collecting.guidance.queries import count_news
from annotator.quality.overview.overview import waiting_of
from annotator.systems.error_analysis.waiting import waiting_reviews
from annotator.workspace.projects.models import Membership, Role


def waiting_in(membership: Membership, *, at: datetime) -> list[str]:
    """A line for each kind of work that waits for a member, such as *2 help requests*."""
    describe = {Role.LEAD: _lead, Role.EXPERT: _expert, Role.ANNOTATOR: _annotator}
    counted = describe[Role(membership.role)](membership, at)
    return [_words(number, one, many) for number, one, many in counted if number]


Counted = Iterator[tuple[int, str, str]]


def _lead(membership: Membership, at: datetime) -> Counted:
    waiting = waiting_of(project=membership.project, user=membership.user, at=at)
    yield waiting.questions, "help request", "help requests"
    yield waiting.parked, "parked question", "parked questions"
    yield waiting.late, "late annotation to decide on", "late annotations to decide on"
    yield waiting.trainees, "person whose training waits", "people whose training waits"
    yield waiting.to_look_at or 0, "person worth a look", "people worth a look"
    yield waiting.disagreements or 0, "disagreement to decide", "disagreements to decide"


def _expert(membership: Membership, _at: datetime) -> Counted:
    waiting = waiting_reviews(project=membership.project, user=membership.user)
    yield waiting.judgment_rounds, "round to judge", "rounds to judge"
    studies = waiting.comparison_studies
    yield studies, "study to compare answers in", "studies to compare answers in"
    yield waiting.error_analyses, "error analysis to label", "error analyses to label"


def _annotator(membership: Membership, at: datetime) -> Counted:
    project, user = membership.project, membership.user
    news = count_news(project=project, user=user, role=membership.role, at=at)
    reopened = reopened_annotations(project=project, user=user).count()
    yield reopened, "answer to look at again", "answers to look at again"
    yield news["questions_answered"], "answered help request", "answered help requests"
    yield news["feedback_new"], "new feedback", "new pieces of feedback"


def _words(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
