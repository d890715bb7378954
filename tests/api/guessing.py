"""Guessing at a hidden split: submissions of a team, and what everybody reads of them."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.models import Example
from annotator.measures.intervals import LEAST_RESAMPLED
from annotator.quality.reports.hidden_split import hide_split
from annotator.systems.competitions.models import Competition
from annotator.systems.competitions.opening import publish_page
from annotator.systems.competitions.phases import publish_results
from annotator.systems.evaluation.services import publish_leaderboard
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.competitions import make_competition, make_phase, make_team, member_of
from tests.factories.corpus import AT, make_member, make_project, make_user
from tests.factories.long_form import make_long_form_annotation
from tests.factories.many_annotations import LONG, annotate_at_once, put_on_pages_of_their_own
from tests.factories.systems import nothing_predicted, write_predictions

F1 = "long-best-threshold-f1"
MANY = LEAST_RESAMPLED
"""So many examples that scores have intervals."""

GUESSED = 9


def hidden(project: Project) -> Project:
    """The project with its examples hidden, and its leaderboard open to everybody."""
    Example.objects.filter(project=project).update(split="test")
    steward = make_member(project, "steward", Role.LEAD).user
    project = hide_split(project=project, split="test", steward=steward, at=AT)
    publish_leaderboard(project=project, is_published=True, at=AT, actor=steward)
    return project


def natural_questions(number: int) -> Project:
    """A hidden split in which everybody gave each example the same long answer."""
    project = make_project("dev", overlap=2)
    annotate_at_once(project, [[LONG] * 2] * number)
    put_on_pages_of_their_own(project)
    return hidden(project)


def open_to_everybody(project: Project, **rules: Any) -> Competition:
    """A competition on the hidden split with one team, whose scores everybody sees at once unless
    the ``rules`` of its phase say otherwise.
    """
    competition = make_competition(project)
    make_phase(competition, **{"shown_to": "everybody", **rules})
    publish_page(competition=competition, is_published=True, at=AT, actor=None)
    make_team(competition, "Guessers")
    return competition


def submit(competition: Competition, path: Path) -> dict[str, Any]:
    """Submit a file for the team; its row in the table that everybody reads."""
    client = client_of(member_of(competition.teams.get()))
    file = SimpleUploadedFile(path.name, path.read_bytes())
    body = {"file": file, "name": "Guesses"}
    answer = client.post("/api/v1/projects/dev/submissions/", body, format="multipart")
    assert answer.status_code == 202, answer.content
    run_job(job_id=UUID(answer.json()["job"]))
    [row] = APIClient().get("/api/v1/projects/dev/competition/table/").json()["rows"]
    found: dict[str, Any] = row
    return found


def own_submission(competition: Competition) -> dict[str, Any]:
    """What the team reads of its only submission."""
    client = client_of(member_of(competition.teams.get()))
    [row] = client.get("/api/v1/projects/dev/submissions/").json()["submissions"]
    found: dict[str, Any] = row
    return found


def end(competition: Competition) -> None:
    """Publish the results, and with them the system on the leaderboard."""
    publish_results(
        phase=competition.phases.get(), is_published=True, at=timezone.now(), actor=None
    )


def published(**query: Any) -> list[dict[str, Any]]:
    """The systems as everybody reads them."""
    answer = APIClient().get("/api/v1/projects/dev/leaderboard/", query)
    assert answer.status_code == 200
    rows: list[dict[str, Any]] = answer.json()["systems"]
    return rows


def guesses(
    project: Project,
    folder: Path,
    right: Iterable[int],
    scores: Sequence[float],
    among: Sequence[int] = range(GUESSED),
) -> Path:
    """Predictions for the examples at the places ``among`` all, with these scores; those of them
    that are ``right`` have people's answer.
    """
    examples = list(project.examples.order_by("position"))
    boxes = Annotation.objects.filter(example=examples[0]).earliest("pk").natural_questions_answer
    box = {"start_byte": boxes.long_start_byte, "end_byte": boxes.long_end_byte}
    wrong = {"start_byte": boxes.long_start_byte, "end_byte": boxes.long_end_byte + 1}
    rows = [nothing_predicted(each) for each in examples]
    for number, (place, score) in enumerate(zip(among, scores, strict=False)):
        answer = box if number in right else wrong
        rows[place] |= {"long_answer": answer, "long_answer_score": score}
    return write_predictions(folder / "guesses.json", rows)


def make_asqa_with(number: int, otherwise: Mapping[int, str] = MappingProxyType({})) -> Project:
    """A project whose questions one person has answered, ``otherwise`` at these places."""
    project = make_asqa_project("dev", overlap=1)
    person = make_user("person")
    for place, example in enumerate(make_ambiguous_examples(project, number, split="test")):
        text = otherwise.get(place, "Masons and surveyors.")
        make_long_form_annotation(example, person, text=text)
    return project
