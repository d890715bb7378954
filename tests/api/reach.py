"""What a row of the table of permissions means for each caller and each object.

A row says what becomes of a call on the annotator's objects. An object is the caller's *own*,
somebody *other's* in the same project, or of an *other project*; from the row follows what all of
them must answer.
"""

import string
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.api.world import CALLERS, Objects, World
from tests.size import is_long

ROLES = (
    "nobody",
    "stranger",
    "annotator",
    "another annotator",
    "expert",
    "lead",
    "lead elsewhere",
    "administrator",
)
OWNERSHIPS = ("own", "other's", "other project's")

MEMBERS = ("annotator", "another annotator", "expert", "lead", "administrator")
LEADS = ("lead", "administrator")
OUTSIDE = {"nobody": 401, "stranger": 404, "lead elsewhere": 404}
ANNOTATORS_403 = {**OUTSIDE, "annotator": 403, "another annotator": 403}
ANNOTATORS_404 = {**OUTSIDE, "annotator": 404, "another annotator": 404}
LEADS_ONLY = {**ANNOTATORS_403, "expert": 403}
OWN_ONLY = {role: 404 for role in ROLES if role not in ("nobody", "annotator")} | {"nobody": 401}

MEMBERS_OF_THE_PROJECT = ("annotator", "expert", "lead")

ACCOUNTS = ("stranger", "annotator", "expert", "lead", "administrator")

PERSONAL = {
    "assignment": MEMBERS_OF_THE_PROJECT,
    "reserved_assignment": MEMBERS_OF_THE_PROJECT,
    "own_annotation": MEMBERS_OF_THE_PROJECT,
    "recent_annotation": MEMBERS_OF_THE_PROJECT,
    "long_form_annotation": MEMBERS_OF_THE_PROJECT,
    "long_form_assignment": MEMBERS_OF_THE_PROJECT,
    "training_answer": MEMBERS_OF_THE_PROJECT,
    "comparison": ("expert",),
    "thread": MEMBERS_OF_THE_PROJECT,
    "own_feedback": MEMBERS_OF_THE_PROJECT,
    "own_submission": MEMBERS_OF_THE_PROJECT,
    # That leads delete their own is tested in tests/api/test_saved_views.py.
    "saved_view": ("annotator", "expert"),
    "token": ACCOUNTS,
    "own_export": ACCOUNTS,
    "own_finished_export": ACCOUNTS,
}
"""Placeholders for what belongs to one person, and who owns one; the rest is the project's."""

Outcome = int | str
"""A refusal's status, or ``✓``."""

ALLOWED = "✓"


@dataclass(frozen=True)
class Call:
    """A request, and whom it is for. ``refused`` maps the rest to their status.

    ``{project}``, ``{example}`` and so on stand for what `tests.api.world` makes, in the address
    and in the body. ``upload`` sends the body as a form, with a file. ``refused_own`` says who is
    refused even their own object. ``refused_by_object`` are those whom not the role but the object
    refuses, by its state or by whose it is: they don't find one that isn't the project's.
    """

    method: str
    path: str
    allowed: tuple[str, ...]
    refused: Mapping[str, int]
    body: Mapping[str, Any] | None = None
    upload: bool = False
    refused_own: Mapping[str, int] = field(default_factory=dict)
    refused_by_object: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    def outcome(self, role: str) -> Outcome:
        """What the row says."""
        return ALLOWED if role in self.allowed else self.refused[role]

    @property
    def names(self) -> set[str]:
        """The placeholders of the address."""
        return {name for _, name, _, _ in string.Formatter().parse(self.path) if name}


@dataclass(frozen=True)
class Attempt:
    """One request of one caller, and what must become of it."""

    caller: str
    ownership: str
    objects: Objects
    expected: Outcome


def attempts(call: Call, world: World) -> Iterator[Attempt]:
    """Every caller on every object that there is for them, and on addresses that mix projects.

    In the short run only one who may do something mixes them: who may nothing is refused anyway.
    And each call meets another project by one of those to whom it is another, and one project by
    those to whom both are alike.
    """
    able = [caller for caller in CALLERS if call.outcome(caller) == ALLOWED]
    turn = zlib.crc32(f"{call.method} {call.path}".encode())
    sent_elsewhere = MEMBERS_OF_THE_PROJECT[turn % len(MEMBERS_OF_THE_PROJECT)]
    for caller in CALLERS:
        for ownership in OWNERSHIPS:
            expected = expected_of(call, caller, ownership)
            is_elsewhere = ownership == OWNERSHIPS[2]
            if expected is not None and (is_long() or not is_elsewhere or caller == sent_elsewhere):
                objects = _objects(world, caller, ownership)
                yield Attempt(caller, ownership, objects, expected)
        if "project" in call.names and len(call.names) > 1 and (is_long() or caller in able[-1:]):
            yield from _mixed(call, caller, world)


def _objects(world: World, caller: str, ownership: str) -> Objects:
    if ownership == "other project's":
        return world.objects["elsewhere"]
    if ownership == "own" and caller in world.objects:
        return {**world.objects["annotator"], **world.objects[caller]}
    return world.objects["another annotator" if caller == "annotator" else "annotator"]


def expected_of(call: Call, caller: str, ownership: str) -> Outcome | None:
    """What a call must answer; None where there is no such object or it makes no difference."""
    if not call.names:
        return call.outcome(caller) if ownership == "own" else None
    if ownership == "own" and caller in call.refused_own:
        return call.refused_own[caller]
    role = {"own": _role_on_own, "other's": _role_on_others}.get(ownership, _role_elsewhere)(
        call, caller
    )
    return None if role is None else call.outcome(role)


def _role_on_own(call: Call, caller: str) -> str | None:
    """Which of the row's roles speaks for a caller on an object of their own."""
    personal = call.names & PERSONAL.keys()
    if any(caller not in PERSONAL[name] for name in personal):
        return None
    if personal:
        return "annotator"
    return caller if caller in MEMBERS_OF_THE_PROJECT else None


def _role_on_others(call: Call, caller: str) -> str | None:
    if call.names == {"project"} and caller in MEMBERS_OF_THE_PROJECT:
        return None
    return "another annotator" if caller == "annotator" else caller


def _role_elsewhere(call: Call, caller: str) -> str | None:
    return "lead elsewhere" if caller in MEMBERS_OF_THE_PROJECT else caller


def _mixed(call: Call, caller: str, world: World) -> Iterator[Attempt]:
    """The slug of one project before the number of something in the other."""
    owner = caller if caller in MEMBERS_OF_THE_PROJECT else "annotator"
    own, foreign = world.objects[owner], world.objects["elsewhere"]
    outcomes = [
        ({**foreign, "project": own["project"]}, call.outcome(caller)),
        ({**own, "project": foreign["project"]}, expected_of(call, caller, OWNERSHIPS[2])),
    ]
    for objects, outcome in outcomes:
        is_not_found = outcome in (ALLOWED, None) or caller in call.refused_by_object
        expected = 404 if is_not_found else outcome
        yield Attempt(caller, f"of {objects['project']}, mixed", objects, expected)
