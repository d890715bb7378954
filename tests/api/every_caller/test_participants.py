"""People who only submit are to a project what strangers are, but for its competition."""

import pytest

from annotator.workspace.accounts.models import User
from tests.api.clients import client_of
from tests.api.competition_calls import COMPETITION_CALLS
from tests.api.every_caller.test_permissions import CALLS, trial
from tests.api.reach import attempts
from tests.api.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]


@pytest.mark.long
def test_participants_get_what_strangers_get_outside_the_competition(world: World) -> None:
    client = client_of(User.objects.get(username="asks annotator in project"))
    wrong = {}
    for call in (each for each in CALLS if each not in COMPETITION_CALLS):
        if not call.names:
            continue
        for each in attempts(call, world):
            if each.caller == "stranger" and each.ownership != "own":
                found = trial(client, call, each.objects)
                if found != each.expected:
                    wrong[call.method, call.path] = found
    assert wrong == {}


def test_participants_read_the_competition_and_no_other(world: World) -> None:
    client = client_of(User.objects.get(username="asks annotator in project"))
    found = {
        slug: client.get(f"/api/v1/projects/{slug}/competition/").status_code
        for slug in ("project", "other")
    }
    assert found == {"project": 200, "other": 404}
