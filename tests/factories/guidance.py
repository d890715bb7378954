"""Questions, FAQ entries and feedback for tests."""

from datetime import datetime
from io import BytesIO

from PIL import Image

from annotator.collecting.annotations.models import Annotation, LongFormAnswer
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.assignments.services import finish_assignment
from annotator.collecting.guidance.faq import FaqText, publish_entry
from annotator.collecting.guidance.models import FaqEntry, QuestionThread
from annotator.collecting.guidance.threads import park_with_question
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.factories.asqa import COMPLETE
from tests.factories.corpus import AT, BAD

TEXT = FaqText(
    title="Short answers in other words",
    question="May I write *4 seasons* for *four seasons*?",
    answer="Yes: any of the **listed** wordings counts.",
)
LONG_FORM = {
    "long_form_answer": COMPLETE,
    "knowledge": [],
    "acknowledged_missing": [],
    "concern": "",
}


def claim(project: Project, user: User, at: datetime = AT) -> Assignment:
    assignment = claim_assignment(project=project, annotator=user, at=at)
    assert assignment is not None, "too few examples"
    return assignment


def ask(
    project: Project, user: User, text: str = "Is a mason a builder?", at: datetime = AT
) -> QuestionThread:
    """The next example, parked with a question."""
    return park_with_question(
        assignment=claim(project, user, at), question=text, note="", at=at, actor=user
    )


def annotate(project: Project, user: User, at: datetime = AT) -> Annotation:
    """The next example, answered; a long-form answer is written past its own checks."""
    assignment = claim(project, user, at)
    if project.kind == "nq":
        return submit_annotation(assignment=assignment, answer=BAD, at=at)[0]
    finish_assignment(assignment=assignment, at=at)
    annotation = Annotation.objects.create(
        assignment=assignment,
        example=assignment.example,
        annotator=user,
        project=project,
        annotation_id=str(assignment.pk),
        created_at=at,
    )
    LongFormAnswer.objects.create(
        annotation=annotation,
        text=COMPLETE,
        word_count=len(COMPLETE.split()),
        regime="full",
        context_threshold=0.2,
    )
    return annotation


def publish(project: Project, lead: User, at: datetime = AT) -> FaqEntry:
    return publish_entry(project=project, text=TEXT, at=at, actor=lead)


def picture(image_format: str = "PNG", size: tuple[int, int] = (8, 4)) -> bytes:
    """The bytes of a small picture."""
    written = BytesIO()
    Image.new("RGB", size, (20, 90, 200)).save(written, image_format)
    return written.getvalue()
