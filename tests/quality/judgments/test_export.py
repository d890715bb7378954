import pytest

from annotator.quality.judgments.export import export_lines, table_columns, table_rows
from annotator.quality.judgments.meeting import add_note
from annotator.quality.judgments.models import JudgmentRound, VariabilityRound
from annotator.quality.judgments.verdicts import record_context
from annotator.workspace.projects.models import Role
from tests.factories.corpus import AT, make_project
from tests.factories.judgments import (
    LONG_ONLY,
    WHOLE,
    agree_on,
    answers_of,
    make_annotations,
    make_member_once,
    make_round,
    meet,
    seats_of,
)

pytestmark = pytest.mark.django_db

PARAGRAPH = "A plumb bob is a weight hung from a string. It is used to find a vertical line."
TIME = "2026-01-05T09:00:00Z"


@pytest.fixture
def judged() -> JudgmentRound:
    """Two answers: one drawn twice that was talked about, one that both experts agree on."""
    project = make_project(overlap=2)
    annotations = make_annotations(project, 1, WHOLE) + make_annotations(project, 1, LONG_ONLY)
    found = make_round(project, annotations=annotations, draws=[2, 1], guidelines="Be strict.")
    answer, seat = answers_of(found)[0], seats_of(found)[1]
    record_context(answer=answer, seat=seat, at=AT)
    meet(found, [["C", "W"], ["C_d", "C_d"]])
    lead = make_member_once(project, "lead", Role.LEAD).user
    for author, text in ((seat.user, "=SUM(1)"), (lead, "Go on")):
        add_note(answer=answer, text=text, idempotency_key="k", at=AT, actor=author)
    agree_on(answer, "C_d", "Both are right", actor=seat.user)
    VariabilityRound.objects.create(round=found, annotations=3, requested_at=AT)
    found.refresh_from_db()
    return found


def test_a_line_has_everything_of_an_answer(judged: JudgmentRound) -> None:
    first, second = export_lines(judged)
    annotation = answers_of(judged)[0].annotation
    example = annotation.example
    assert example.page
    assert first == {
        "round": {
            "project": "project",
            "number": 1,
            "title": "First round",
            "target": "long",
            "size": 3,
            "seed": 7,
            "population_size": 2,
            "population_sha256": judged.population_sha256,
            "phase": "consensus",
            "opened_at": TIME,
            "consensus_at": TIME,
            "finished_at": None,
            "experts": 2,
            "annotations_asked_for": 3,
            "guidelines": "Be strict.",
        },
        "number": 0,
        "draws": 2,
        "draw_numbers": [0, 1],
        "example_id": example.example_id,
        "question": "what is a plumb bob used for (1)",
        "page": {
            "title": "Plumb bob",
            "url": "https://en.example.org/wiki/Plumb_bob",
            "sha256": example.page.sha256,
        },
        "annotation_id": int(annotation.annotation_id),
        "long_answer": {
            "candidate_index": 0,
            "start_byte": 88,
            "end_byte": 174,
            "start_token": 6,
            "end_token": 28,
            "text": PARAGRAPH,
        },
        "short_answers": [
            {
                "start_byte": 125,
                "end_byte": 126,
                "start_token": 15,
                "end_token": 16,
                "text": "a",
            }
        ],
        "yes_no_answer": "NONE",
        "votes": [
            {
                "expert": 1,
                "verdict": "C",
                "justification": "C of 1 on 0",
                "decided_at": TIME,
                "context_opened_at": None,
            },
            {
                "expert": 2,
                "verdict": "W",
                "justification": "W of 2 on 0",
                "decided_at": TIME,
                "context_opened_at": TIME,
            },
        ],
        "consensus": {
            "verdict": "C_d",
            "justification": "Both are right",
            "agreed": False,
            "decided_at": TIME,
            "expert": 2,
        },
        "notes": [
            {"expert": 2, "text": "=SUM(1)", "created_at": TIME},
            {"expert": None, "text": "Go on", "created_at": TIME},
        ],
        "annotations": {
            "long": {"non_null": 1, "same": 1, "total": 1},
            "short": {"non_null": 1, "same": 1, "total": 1},
        },
    }
    assert (second["draws"], second["draw_numbers"], second["notes"]) == (1, [2], [])
    assert second["consensus"]["agreed"] is True
    assert second["annotations"]["short"] == {"non_null": 0, "same": 1, "total": 1}


def test_the_table_has_the_same_in_columns(judged: JudgmentRound) -> None:
    columns = table_columns(judged)
    first, second = (dict(zip(columns, row, strict=True)) for row in table_rows(judged))
    assert first["draw_numbers"] == "0 1"
    assert (first["long_answer_bytes"], first["short_answer_bytes"]) == ("88-174", "125-126")
    assert (first["short_answer"], second["short_answer"]) == ("a", "")
    assert (first["expert_1_verdict"], first["expert_2_verdict"]) == ("C", "W")
    assert first["expert_2_context_opened_at"] == TIME
    assert (first["consensus_verdict"], first["consensus_expert"]) == ("C_d", 2)
    assert first["notes"] == f"Expert 2, {TIME}: =SUM(1)\nLead, {TIME}: Go on"
    assert (second["consensus_agreed"], second["long_total"]) == (True, 1)
    missing = [name for name in columns if name not in _flat_names(judged)]
    assert missing == []


def _flat_names(judged: JudgmentRound) -> set[str]:
    """The columns that some row fills."""
    columns = table_columns(judged)
    filled = {
        name
        for row in table_rows(judged)
        for name, value in zip(columns, row, strict=True)
        if value is not None
    }
    return filled | {"round_finished_at", "expert_1_context_opened_at"}


def test_nobody_is_named(judged: JudgmentRound) -> None:
    text = str(list(export_lines(judged)))
    for name in ("expert-1", "expert-2", "writer", "lead"):
        assert name not in text
