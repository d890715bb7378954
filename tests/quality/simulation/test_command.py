"""``simulate`` in the terminal."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from annotator.collecting.annotations.models import Annotation
from annotator.quality.simulation.planning import Wish
from annotator.quality.simulation.services import request_simulation
from annotator.workspace.jobs.models import Job
from tests.factories.corpus import make_examples, make_project

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> None:
    call_command("simulate", *arguments)


def test_it_reports_in_a_sentence_and_as_json(capsys: Any) -> None:
    make_examples(make_project(overlap=2), 3)
    run("project", "--annotators", "3", "--seed", "5", "--until", "2026-03-04", "--json")
    sentence, line = capsys.readouterr().out.splitlines()
    assert sentence == "Simulated 6 annotations."
    found = json.loads(line)
    assert (found["state"], found["done"], found["total"], found["annotations"]) == (
        "succeeded",
        3,
        3,
        6,
    )
    assert Job.objects.get().parameters == {
        "annotators": 3,
        "seed": 5,
        "until": "2026-03-04",
        "annotations": None,
        "steady": False,
    }


def test_without_a_date_the_work_was_done_before_today() -> None:
    make_examples(make_project(), 3)
    run("project", "--annotators", "3", "--seed", "5")
    midnight = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    times = Annotation.objects.values_list("created_at", flat=True)
    # Ten working days take two weeks, whatever day of the week it is today.
    assert midnight - timedelta(days=14) < min(times) <= max(times) < midnight


def test_one_that_was_broken_off_is_taken_up() -> None:
    project = make_project()
    make_examples(project, 3)
    wish = Wish(annotators=3, seed=5, until="2026-03-04")
    job = request_simulation(project=project, wish=wish, at=timezone.now(), actor=None)
    Job.objects.filter(pk=job.pk).update(attempts=1, started_at=timezone.now())
    run("project", "--annotators", "3", "--seed", "5", "--until", "2026-03-04")
    assert Job.objects.get().state == "succeeded"
    assert Annotation.objects.count() == 3


def test_what_cannot_be_is_refused_with_a_line_on_standard_error(capsys: Any) -> None:
    make_examples(make_project(overlap=4), 1)
    with pytest.raises(SystemExit) as ended:
        run("project", "--annotators", "3", "--seed", "5")
    assert ended.value.code == 1
    assert capsys.readouterr().err == (
        "annotators: This can't be simulated. Nobody annotates an example twice: for 4 annotations "
        "of each, simulate 4 annotators or more.\n"
    )
    with pytest.raises(SystemExit):
        run("nowhere", "--annotators", "3", "--seed", "5")
    assert "There is no project nowhere." in capsys.readouterr().err
