"""Two worlds that differ in one hidden answer: whether people who submit, or visitors, can tell
them apart by anything that they read.

In both, the same files are uploaded. In one of them people gave another answer to a single example.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from rest_framework.test import APIClient

from annotator.systems.competitions.models import Competition
from annotator.systems.evaluation.models import Half, Halves
from annotator.systems.evaluation.scoring.halves import half_of
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.api.every_caller.test_permissions import CALLS
from tests.api.guessing import hidden, make_asqa_with, open_to_everybody
from tests.factories.competitions import member_of
from tests.factories.corpus import make_member, make_project
from tests.factories.many_annotations import LONG, Given, annotate_at_once
from tests.factories.systems import nothing_predicted, write_predictions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

EXAMPLES = 30
SEED = "5a" * 32
P = "/api/v1/projects/dev/"
READ_BY_ALL = (
    *(f"{P}competition/", f"{P}competition/table/", f"{P}competition/table.csv"),
    *(f"{P}leaderboard/", f"{P}leaderboard/?split=test", f"{P}retrieval/"),
)
READ_BY_TEAMS = (
    *(f"{P}submissions/", f"{P}competition/team/", f"{P}competition/teams/"),
    *("/api/v1/me/competitions/", "/api/v1/me/data-export/"),
)
EVERYTHING = (
    *(f"/api/v1/{each.path}" for each in CALLS if each.method == "get" and not each.names),
    *(
        f"/api/v1/{each.path.format(project='dev')}"
        for each in CALLS
        if each.method == "get" and each.names == {"project"}
    ),
    *(f"{P}leaderboard/?{query}" for query in ("order=beauty", "against=0", "all_annotations=1")),
    *(f"{P}competition/table/?phase={number}" for number in (1, 2)),
)
"""All that names nothing but the project, and some of what is refused."""

OF_ITS_OWN = re.compile(
    r'"[0-9a-f]{64}"'  # Sums that cover a secret of the project; the attacks on scores guess them.
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}"
    r"|X-Request-ID: [0-9a-f]{32}"
    r"|Annotator \d{4}"
    r"|\d{4}-\d{2}-\d{2}[T ][\d:.]+Z?(\+00:00)?"
    r'|"(id|subject_id|system|team)": \d+'
    r"|submissions/\d+"
)
"""Differs between any two runs: keys, moments, sums, pseudonyms."""


def make_world(place: int, *, other: bool, **rules: Any) -> Competition:
    """A competition on a hidden split, in which people chose another box for the example at
    ``place``, or the same as for all.
    """
    project = make_project("dev", overlap=2)
    given = [[LONG] * 2 for _ in range(EXAMPLES)]
    if other:
        given[place] = [Given(1)] * 2
    annotate_at_once(project, given)
    Halves.objects.create(project=project, split="test", seed=SEED)
    return open_to_everybody(hidden(project), uploads_per_week=2, **rules)


def make_asqa_world(place: int, *, other: bool, **rules: Any) -> Competition:
    """The same of ASQA, where a person wrote another answer."""
    project = make_asqa_with(EXAMPLES, {place: "Ships are steered by it."} if other else {})
    return open_to_everybody(hidden(project), uploads_per_week=2, **rules)


def predictions(competition: Competition, path: Path, answered: int) -> Path:
    """A file with people's usual answer to so many examples."""
    examples = list(competition.project.examples.order_by("position"))
    if competition.project.kind == Kind.ASQA:
        texts = ["Masons and surveyors."] * answered + [""] * (len(examples) - answered)
        keys = [str(each.example_id) for each in examples]
        path.write_text(json.dumps(dict(zip(keys, texts, strict=True))), "utf-8")
        return path
    first = examples[-1].annotations.earliest("pk").natural_questions_answer
    box = {"start_byte": first.long_start_byte, "end_byte": first.long_end_byte}
    rows = [nothing_predicted(each) for each in examples]
    for row in rows[:answered]:
        row |= {"long_answer": box, "long_answer_score": 1.0}
    return write_predictions(path, rows)


def submit(competition: Competition, folder: Path, name: str, answered: int) -> str:
    """Upload predictions; what the team reads of its job."""
    path = predictions(competition, folder / f"{name}.json", answered)
    client = client_of(member_of(competition.teams.get()))
    body = {"file": SimpleUploadedFile(path.name, path.read_bytes()), "name": name}
    answer = client.post(f"{P}submissions/", body, format="multipart")
    assert answer.status_code == 202, answer.content
    job = answer.json()["job"]
    run_job(job_id=UUID(job))
    shown = client.get(f"/api/v1/jobs/{job}/")
    assert (shown.status_code, shown.json()["state"]) == (200, "succeeded")
    read: str = shown.content.decode()
    return read


def what_competitors_read(competition: Competition) -> list[str]:
    """The body of every answer to the team, and to a visitor."""
    team, visitor = client_of(member_of(competition.teams.get())), APIClient()
    asked = [*((visitor, each) for each in READ_BY_ALL)]
    asked += ((team, each) for each in (*READ_BY_ALL, *READ_BY_TEAMS))
    found = []
    for client, address in asked:
        answer = client.get(address)
        assert answer.status_code == 200, f"{address}: {answer.status_code}"
        found.append(f"{address} {answer.getvalue().decode()}")
    return found


def what_everybody_reads(competition: Competition) -> list[str]:
    """Status, headers and body of every address, also to members who are not stewards."""
    others = [make_member(competition.project, role, role) for role in (Role.LEAD, Role.EXPERT)]
    readers = [member_of(competition.teams.get()), *(each.user for each in others)]
    found = []
    for client in (APIClient(), *map(client_of, readers)):
        for address in (*READ_BY_ALL, *READ_BY_TEAMS, *EVERYTHING):
            answer = client.get(address)
            headers = [f"{name}: {value}" for name, value in sorted(answer.headers.items())]
            found += [f"{address} {answer.status_code}", *headers]
            found.append(f"{address} {answer.getvalue().decode()}")
    return found


def worlds(
    place: int,
    folder: Path,
    *uploads: int,
    make: Callable[..., Competition] = make_world,
    reading: Callable[[Competition], list[str]] = what_competitors_read,
    **rules: Any,
) -> list[list[str]]:
    """All that is read in both, without what differs between any two runs."""
    found = []
    for other in (False, True):
        # Nothing of one is left in the other.
        with transaction.atomic():
            competition = make(place, other=other, **rules)
            jobs = [
                submit(competition, folder, f"Upload {number}", answered)
                for number, answered in enumerate(uploads, start=1)
            ]
            read = reading(competition)
            transaction.set_rollback(True)
        found.append([OF_ITS_OWN.sub("_", _spaced(each)) for each in (*jobs, *read)])
    return found


def _spaced(body: str) -> str:
    """JSON as Python writes it, so that a pattern fits whatever wrote it."""
    address, _, text = body.partition(" ") if body.startswith("/") else ("", "", body)
    try:
        return f"{address} {json.dumps(json.loads(text))}"
    except ValueError:
        return body


def places_of(half: Half) -> list[int]:
    """The places of the examples in a half."""
    with transaction.atomic():
        project: Project = make_world(0, other=False).project
        keys = list(project.examples.order_by("position").values_list("example_id", flat=True))
        transaction.set_rollback(True)
    return [place for place, key in enumerate(keys) if half_of(str(key), seed=SEED) == half]


def test_a_score_tells_them_apart(tmp_path: Path) -> None:
    """So that the others, which find nothing, would have found it."""
    one, other = worlds(0, tmp_path, EXAMPLES)
    assert one != other


def test_where_nobody_sees_scores_the_better_of_two_uploads_is_not_told(tmp_path: Path) -> None:
    """The second one counts only if its answer is right."""
    one, other = worlds(0, tmp_path, 0, 1, shown_to="nobody")
    assert one == other


def test_below_the_step_of_the_ladder_one_more_answer_tells_nothing(tmp_path: Path) -> None:
    """F1 is 80.0 with 20 answers of 30, and 82.4 or 78.4 with one more."""
    one, other = worlds(20, tmp_path, 20, 21, ladder_step=3.0)
    assert one == other
    assert all('"long-best-threshold-f1": 0.81' in each for each in one if "/table/ " in each)


@pytest.mark.parametrize(("half", "is_told"), [(Half.PUBLIC, True), (Half.PRIVATE, False)])
def test_during_a_phase_nothing_tells_of_the_private_half(
    tmp_path: Path, half: Half, is_told: bool
) -> None:
    one, other = worlds(places_of(half)[0], tmp_path, EXAMPLES, has_halves=True)
    assert (one != other) is is_told


@pytest.mark.long
@pytest.mark.parametrize("make", [make_world, make_asqa_world])
def test_no_address_and_no_header_tells_them_apart_to_others_than_stewards(
    tmp_path: Path, make: Callable[..., Competition]
) -> None:
    """Whatever a lead without the right, an expert, a team and a visitor ask for."""
    hidden_scores: dict[str, Any] = {"reading": what_everybody_reads, "shown_to": "nobody"}
    one, other = worlds(0, tmp_path, 0, 1, make=make, **hidden_scores)
    assert [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]] == []
