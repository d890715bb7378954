"""The usual claim in one statement, on PostgreSQL: a new question for who has none open.

It takes what ``claiming`` would take, by the same rules, and takes nothing where any other step is
due first: the caller has something already, leases have run out, pairs are balanced, or nothing
free lies ahead of the caller's place. Then the ordinary way looks again.
"""

from datetime import datetime
from functools import cache

from annotator.accounts.models import User
from annotator.assignments.models import Assignment, AssignmentState, QueuePlace
from annotator.assignments.timing import start_clock
from annotator.compiled_queries import Parameter, Statement
from annotator.corpus.models import Example, Question
from annotator.history.models import Event
from annotator.history.services import new_event
from annotator.joint_writes import insertion, is_one_statement, mark_written, row_values
from annotator.projects.models import Project

# Whoever takes a slot passes those that somebody is taking: two callers never wait for each other.
# What returned goes first; only where nothing has is the second search run.
_SEARCHES = """
WITH waits AS (
    SELECT 1 FROM assignments_assignment AS live
    WHERE live.project_id = %s AND live.state IN ('reserved', 'open')
        AND live.annotator_id = %s
    UNION ALL
    SELECT 1 FROM assignments_assignment AS overdue
    WHERE overdue.project_id = %s AND overdue.state IN ('reserved', 'open')
        AND overdue.lease_expires_at <= %s
), returned AS (
    SELECT slot.id, slot.example_id FROM assignments_slot AS slot
    WHERE slot.project_id = %s AND slot.state = 'free' AND slot.returned
        AND NOT EXISTS (SELECT FROM waits)
        AND NOT EXISTS (
            SELECT FROM assignments_assignment AS mine
            WHERE mine.annotator_id = %s AND mine.example_id = slot.example_id
        )
    ORDER BY slot.rank, slot.number LIMIT 1 FOR UPDATE OF slot SKIP LOCKED
), fresh AS (
    SELECT slot.id, slot.example_id, slot.rank FROM assignments_slot AS slot
    WHERE slot.project_id = %s AND slot.state = 'free' AND NOT slot.returned AND slot.rank >= %s
        AND NOT EXISTS (SELECT FROM waits)
        AND NOT EXISTS (SELECT FROM returned)
        AND NOT EXISTS (
            SELECT FROM assignments_assignment AS mine
            WHERE mine.annotator_id = %s AND mine.example_id = slot.example_id
        )
    ORDER BY slot.rank, slot.number LIMIT 1 FOR UPDATE OF slot SKIP LOCKED
), taken AS (
    SELECT id, example_id FROM returned UNION ALL SELECT id, example_id FROM fresh
), held AS (
    UPDATE assignments_slot AS slot SET state = 'held' FROM taken WHERE slot.id = taken.id
), moved AS (
    UPDATE assignments_queueplace AS place SET cursor = fresh.rank, passed_over = 0
    FROM fresh WHERE place.membership_id = %s
)"""
_SEARCHED = (
    *("project", "user", "project", "at", "project", "user"),
    *("project", "cursor", "user", "membership"),
)
_FOUND = """
SELECT claimed.id, taken.id, example.id, example.question_id, example.page_id, question.text
FROM claimed, taken
JOIN corpus_example AS example ON example.id = taken.example_id
JOIN corpus_question AS question ON question.id = example.question_id"""


def claim_at_once(
    *, place: QueuePlace, project: Project, annotator: User, at: datetime
) -> Assignment | None:
    """A new open assignment with its example and question; None where ``claiming`` has to look.

    For who holds the lock of the caller's ``place`` and may begin a question.
    """
    if not is_one_statement() or project.balance_pairs:
        return None
    assignment = Assignment(
        annotator=annotator,
        project=project,
        created_at=at,
        opened_at=at,
        state=AssignmentState.OPEN,
    )
    start_clock(assignment=assignment, project=project, at=at)
    event = new_event(
        at=at,
        actor=annotator,
        verb="claimed",
        subject="assignment",
        project_id=project.pk,
    )
    rows = _statement().fetch(
        {
            "project": project.pk,
            "user": annotator.pk,
            "at": at,
            "cursor": place.cursor,
            "membership": place.membership_id,
            **row_values(assignment, prefix="assignment_"),
            **row_values(event, prefix="event_"),
        }
    )
    if not rows:
        return None
    key, assignment.slot_id, example_id, question_id, page_id, text = rows[0]
    mark_written(assignment, key=key)
    assignment.is_new = True
    names = ["id", "project_id", "question_id", "page_id"]
    example = Example.from_db("default", names, [example_id, project.pk, question_id, page_id])
    example.question = Question.from_db("default", ["id", "text"], [question_id, text])
    assignment.example = example
    return assignment


@cache
def _statement() -> Statement:
    """Of the columns that the models have, which are known once a database is."""
    claimed, of_assignment = insertion(
        Assignment,
        prefix="assignment_",
        sources={"example_id": "taken.example_id", "slot_id": "taken.id"},
        tables="taken",
    )
    told, of_event = insertion(
        Event,
        prefix="event_",
        sources={"subject_id": "claimed.id", "example_id": "taken.example_id"},
        tables="claimed, taken",
    )
    return Statement(
        "claim",
        f"{_SEARCHES}, claimed AS ({claimed}), told AS ({told}){_FOUND}",
        [*map(Parameter, _SEARCHED), *of_assignment, *of_event],
    )
