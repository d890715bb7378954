"""A person's part in competitions, in the copy of their data."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from annotator.running.personal_data.services import request_export
from tests.factories.competitions import (
    F1,
    make_competition,
    make_phase,
    make_submission,
    make_team,
    member_of,
)
from tests.factories.corpus import AT
from tests.factories.jobs import run_here

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]


def test_the_copy_has_competitions_and_submissions(tmp_path: Path) -> None:
    phase = make_phase(make_competition())
    team = make_team(phase.competition, "Plumb")
    make_submission(phase, team, "Mine", {F1: 0.5})
    job = run_here(request_export(user=member_of(team), at=AT))
    with ZipFile(tmp_path / "results" / job.result_path) as archive:
        competitions, submissions = (
            json.loads(archive.read(f"{name}.json")) for name in ("competitions", "submissions")
        )
    at = "2026-01-05T09:00:00+00:00"
    assert [each | {"joined_at": at} for each in competitions] == [
        {"project": "dev", "team": "Plumb", "joined_at": at}
    ]
    assert [each | {"submitted_at": at} for each in submissions] == [
        {
            "project": "dev",
            "phase": "Submissions",
            "team": "Plumb",
            "name": "Mine",
            "submitted_at": at,
            "is_final": False,
        }
    ]
