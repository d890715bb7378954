"""A number in a body that no column takes is refused, on each database."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.api.clients import SignedIn
from tests.api.every_caller.test_permissions import CALLS, trial
from tests.api.reach import ALLOWED, Call
from tests.api.world import World

pytestmark = pytest.mark.django_db

NUMBERS = (2**31 - 1, 2**31, 2**63 - 1, 2**63, 10**40, -1, -(2**31) - 1)


def numbers_in(body: Mapping[str, Any] | None) -> list[str]:
    return [name for name, value in (body or {}).items() if type(value) is int]


@pytest.mark.parametrize(
    "call",
    [call for call in CALLS if numbers_in(call.body)],
    ids=lambda call: f"{call.method} {call.path}",
)
def test_no_number_in_a_body_makes_a_change_fail(
    call: Call, world: World, signed_in: SignedIn
) -> None:
    caller = next(each for each in call.allowed if each in world.objects)
    objects = {**world.objects["annotator"], **world.objects[caller]}
    for name in numbers_in(call.body):
        for number in NUMBERS:
            odd = replace(call, body={**(call.body or {}), name: number})
            outcome = trial(signed_in.client(caller), odd, objects)
            assert outcome == ALLOWED or int(outcome) < 500, (name, number)
