"""Run inside the platform's settings: hold the database against what was acknowledged.

``python -m tests.faults.audit SLUG LEDGER`` prints a JSON object: for each promise the sentences
that say how it was broken, none where it was kept.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import django

Row = dict[str, Any]
Problems = list[str]


class Acknowledged:
    """The ledger, read again."""

    def __init__(self, path: Path) -> None:
        """Sort the lines by what they acknowledge."""
        self.submitted: dict[int, Row] = {}
        self.repeated: list[int] = []
        self.drafts: dict[int, dict[int, Row]] = defaultdict(dict)
        self.overtaken: list[str] = []
        self.sent: dict[int, list[Row]] = defaultdict(list)
        self.skipped: set[int] = set()
        self.jobs: list[Row] = []
        for line in path.open():
            self._take(json.loads(line))

    def _take(self, row: Row) -> None:
        if row["kind"] == "submitted":
            if row["assignment"] in self.submitted:
                self.repeated.append(row["assignment"])
            self.submitted[row["assignment"]] = row
        elif row["kind"] == "drafted":
            earlier = self.drafts[row["assignment"]].setdefault(row["version"], row["draft"])
            if earlier != row["draft"]:
                place = f"version {row['version']} of assignment {row['assignment']}"
                self.overtaken.append(f"{place} was acknowledged for two different drafts")
        elif row["kind"] == "sent":
            self.sent[row["assignment"]].append(row["draft"])
        elif row["kind"] == "changed" and row["state"] == "skipped":
            self.skipped.add(row["assignment"])
        elif row["kind"] == "job":
            self.jobs.append(row)


def main(slug: str, ledger: Path) -> dict[str, Problems]:
    """The problems with each promise."""
    django.setup()
    from annotator.workspace.projects.models import Project

    project = Project.objects.get(slug=slug)
    acknowledged = Acknowledged(ledger)
    return {name: check(project, acknowledged) for name, check in CHECKS.items()}


def submissions_are_there_once(project: Any, acknowledged: Acknowledged) -> Problems:
    """Every acknowledged submission with its very answer, and nothing besides."""
    from annotator.collecting.annotations.models import Annotation

    problems = [f"assignment {n} was acknowledged twice" for n in acknowledged.repeated]
    stored: dict[int, list[Any]] = defaultdict(list)
    rows = Annotation.objects.filter(example__project=project).select_related(
        "natural_questions_answer", "annotator"
    )
    for annotation in rows.iterator(chunk_size=2000):
        stored[annotation.assignment_id].append(annotation)
    for assignment, row in acknowledged.submitted.items():
        found = [described(annotation) for annotation in stored[assignment]]
        expected = [expected_of(row)]
        if found != expected:
            problems.append(f"assignment {assignment}: acknowledged {expected}, found {found}")
    surplus = {number for number, found in stored.items() if found} - acknowledged.submitted.keys()
    return [*problems, *(f"assignment {n} has an unacknowledged annotation" for n in surplus)]


def described(annotation: Any) -> Row:
    """A stored annotation in the form in which answers are sent."""
    answer = annotation.natural_questions_answer
    index = answer.candidate_index
    return {
        "id": annotation.pk,
        "key": annotation.idempotency_key,
        "annotation_id": annotation.annotation_id,
        "annotator": annotation.annotator.username,
        "is_late": annotation.is_late,
        "question_quality": answer.question_quality,
        "long_answer": None if index is None else {"candidate_index": index},
        "short_answers": [
            {"start_token": row[2], "end_token": row[3]} for row in answer.short_answers
        ],
        "yes_no_answer": answer.yes_no_answer,
        "active_seconds": {
            stage: getattr(answer, f"seconds_{stage}")
            for stage in ("question", "long_answer", "short_answer")
        },
    }


def expected_of(row: Row) -> Row:
    """What has to be stored for an acknowledged submission."""
    return {**row["annotation"], "key": row["key"], **row["answer"]}


def drafts_are_there(project: Any, acknowledged: Acknowledged) -> Problems:
    """Each acknowledged draft, or a later one that somebody sent for the same assignment."""
    from annotator.collecting.annotations.models import Draft

    stored = {
        draft.assignment_id: draft
        for draft in Draft.objects.filter(assignment__project=project).iterator(chunk_size=2000)
    }
    problems = list(acknowledged.overtaken)
    for assignment, versions in acknowledged.drafts.items():
        latest = max(versions)
        draft = stored.get(assignment)
        if draft is None:
            problems.append(f"assignment {assignment}: draft {latest} is gone")
        elif draft.version < latest:
            problems.append(f"assignment {assignment}: draft {latest} became {draft.version}")
        else:
            sent = [versions[latest]] if draft.version == latest else acknowledged.sent[assignment]
            if not any(is_part(each, draft.answer) for each in sent):
                problems.append(f"assignment {assignment}: draft {draft.version} is {draft.answer}")
    return problems


def is_part(sent: Row, stored: Row) -> bool:
    """Whether a stored draft holds all that was sent; the server adds defaults."""
    return all(stored.get(name) == value for name, value in sent.items())


def slots_hold_k_people(project: Any, acknowledged: Acknowledged) -> Problems:
    """Each example has k slots; each is free, held by one, or filled with one annotation of k."""
    from annotator.collecting.assignments.models import (
        HOLDING,
        Assignment,
        AssignmentState,
        Slot,
        SlotState,
    )

    holders: dict[int, list[Any]] = defaultdict(list)
    for each in Assignment.objects.filter(project=project, slot__isnull=False):
        holders[each.slot_id].append(each)
    problems: Problems = []
    numbers: dict[int, list[int]] = defaultdict(list)
    people: dict[int, list[int]] = defaultdict(list)
    for slot in Slot.objects.filter(project=project).iterator(chunk_size=2000):
        numbers[slot.example_id].append(slot.number)
        states = [each.state for each in holders[slot.pk]]
        fits = {
            SlotState.FREE: states == [],
            SlotState.HELD: len(states) == 1 and states[0] in HOLDING,
            SlotState.FILLED: states == [AssignmentState.SUBMITTED],
        }
        if not fits.get(SlotState(slot.state), False):
            problems.append(f"slot {slot.pk} is {slot.state}, assignments: {states}")
        if slot.state == SlotState.FILLED:
            people[slot.example_id] += [each.annotator_id for each in holders[slot.pk]]
    expected = list(range(project.overlap))
    problems += [f"example {n} has slots {s}" for n, s in numbers.items() if sorted(s) != expected]
    doubled = [n for n, found in people.items() if len(set(found)) != len(found)]
    return [*problems, *(f"example {n} has two annotations of one person" for n in doubled)]


def annotations_fill_slots_or_are_late(project: Any, acknowledged: Acknowledged) -> Problems:
    """Each annotation fills a slot or is kept as late; skipped ones stay skipped."""
    from annotator.collecting.annotations.models import Annotation
    from annotator.collecting.assignments.models import Assignment, AssignmentState, Slot, SlotState

    problems: Problems = []
    annotations = Annotation.objects.filter(example__project=project).select_related("assignment")
    on_time = 0
    for annotation in annotations.iterator(chunk_size=2000):
        has_slot = annotation.assignment.slot_id is not None
        on_time += has_slot
        if annotation.is_late == has_slot:
            problems.append(
                f"annotation {annotation.pk}: late {annotation.is_late}, slot {has_slot}"
            )
        if annotation.assignment.state != AssignmentState.SUBMITTED:
            problems.append(f"annotation {annotation.pk}: {annotation.assignment.state}")
    filled = Slot.objects.filter(project=project, state=SlotState.FILLED).count()
    if filled != on_time:
        problems.append(f"{filled} slots are filled, with {on_time} annotations")
    submitted = Assignment.objects.filter(project=project, state=AssignmentState.SUBMITTED).count()
    if submitted != annotations.count():
        problems.append(
            f"{submitted} assignments are submitted, with {annotations.count()} answers"
        )
    skipped = Assignment.objects.filter(project=project, state=AssignmentState.SKIPPED)
    lost = acknowledged.skipped - set(skipped.values_list("pk", flat=True))
    return [*problems, *(f"assignment {number} is skipped no more" for number in lost)]


def history_tells_each_submission_once(project: Any, acknowledged: Acknowledged) -> Problems:
    """One event for each annotation."""
    from annotator.workspace.history.models import Event

    events = Event.objects.filter(project_id=project.pk, verb="submitted", subject="annotation")
    told = Counter(int(subject) for subject in events.values_list("subject_id", flat=True))
    expected = Counter(row["annotation"]["id"] for row in acknowledged.submitted.values())
    return [f"annotation {n}: {told[n]} events" for n in (told - expected) + (expected - told)]


def jobs_ended_rightly(project: Any, acknowledged: Acknowledged) -> Problems:
    """Each acknowledged job has ended, and what it left is all or nothing."""
    from annotator.material.corpus.models import Example
    from annotator.workspace.jobs.models import Job

    problems: Problems = []
    jobs = {str(job.pk): job for job in Job.objects.filter(project_id=project.pk)}
    rows = Example.objects.filter(project=project).values_list(
        "import_job", "is_published", "question__text"
    )
    found: dict[str, list[tuple[bool, str]]] = defaultdict(list)
    for import_job, is_published, text in rows.iterator(chunk_size=5000):
        found[str(import_job)].append((is_published, text))
    for row in acknowledged.jobs:
        job = jobs.get(row["id"])
        if job is None:
            problems.append(f"job {row['id']} is gone")
            continue
        states = {"succeeded"} if row.get("is_good", True) else {"failed"}
        if job.state not in states | ({"cancelled"} if job.cancel_requested else set()):
            problems.append(f"{job}: {job.message}")
        if row["what"] == "import":
            whole = [(True, text) for text in row["texts"]]
            expected = whole if job.state == "succeeded" else []
            if sorted(found[row["id"]]) != sorted(expected):
                problems.append(f"{job} left {len(found[row['id']])} of {len(whole)} examples")
    return problems


CHECKS: dict[str, Callable[[Any, Acknowledged], Problems]] = {
    "every acknowledged submission is there once, as it was sent": submissions_are_there_once,
    "every acknowledged draft is there, or a later one": drafts_are_there,
    "every example has k slots, each with nobody or one of k people": slots_hold_k_people,
    "every annotation fills a slot or is kept as late": annotations_fill_slots_or_are_late,
    "history tells of each submission once": history_tells_each_submission_once,
    "every job ended, with all of its result or nothing": jobs_ended_rightly,
}


def shortened(problems: Iterable[str]) -> Problems:
    """The first few of many."""
    found = list(problems)
    rest = [f"and {len(found) - 10} more"] if len(found) > 10 else []
    return found[:10] + rest


if __name__ == "__main__":
    checked = main(sys.argv[1], Path(sys.argv[2]))
    print(json.dumps({name: shortened(found) for name, found in checked.items()}))
