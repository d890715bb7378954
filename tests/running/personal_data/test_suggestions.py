"""What was suggested to somebody: their copy has what they saw, and nothing that they did not."""

from datetime import timedelta

import pytest

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.suggestions.drawing import draw_suggestion
from annotator.collecting.suggestions.recording import record_use
from annotator.running.personal_data.collection import parts_about
from tests.factories.corpus import AT, BAD, make_examples, make_member, make_project
from tests.factories.suggestions import SHORT, keep_system, make_plan, predicted

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(minutes=1)
DRAWN = {"project": "project", "example_id": 1, "drawn_at": LATER}


@pytest.mark.parametrize(("share", "is_shown"), [(1, True), (0, False)])
def test_one_gets_the_suggestions_that_one_saw_alone(share: float, is_shown: bool) -> None:
    project = make_project()
    [example] = make_examples(project, 1)
    make_plan(project, keep_system(project, [predicted(example, short=[SHORT])]), share=share)
    anna = make_member(project, "anna").user
    project.refresh_from_db()
    assignment = claim_assignment(project=project, annotator=anna, at=AT)
    assert assignment is not None
    save_draft(assignment=assignment, version=0, answer={"question_quality": "good"}, at=LATER)
    assignment.refresh_from_db()
    suggestion = draw_suggestion(assignment=assignment, at=LATER)
    assert suggestion is not None
    annotation, _ = submit_annotation(assignment=assignment, answer=BAD, at=LATER)
    record_use(annotation=annotation)
    shown = {
        "boxes": suggestion.boxes,
        "short_answers": [list(SHORT)],
        "yes_no_answer": "NONE",
        "use": "rejected",
    }
    files = {part.name: list(part.rows()) for part in parts_about(anna)}
    assert files["suggestions"] == [DRAWN | {"is_shown": is_shown} | (shown if is_shown else {})]
