"""Write ``docs/permissions.md``: the table of calls as a page for administrators."""

import re
from collections.abc import Iterable

from tests.api.reach import ALLOWED, OWNERSHIPS, Call, Outcome, expected_of
from tests.api.world import CALLERS

INTRODUCTION = """\
# Permissions

Who may call what below `/api/v1/`. The test that calls every endpoint as every kind of caller, on
every kind of object, writes this page and fails if the two differ:
`UPDATE_DOCS=1 pytest tests/api/every_caller/test_permissions.py -k documented`.

| who | may |
|---|---|
| everybody | call it without an account |
| accounts | call it with an account, also without a project |
| members | call it in their projects: annotators, experts, leads |
| annotators, experts, leads | call it if that is their role in the project |
| owners | call it on what is their own |
| administrators | call what leads may, in every project, unless a line names them |

All others are refused:

- 401: no account;
- 404: what is out of the caller's reach, such as another project, or somebody else's object where
  only owners may call;
- 403: a member whose role is not enough;
- another status, or another caller: named after a semicolon. 409 means *not in this state*.

`…` stands for `projects/{project}`. An address that mixes two projects (the slug of one, the number
of something in the other) is found by nobody, and a method that is not listed is refused to
everybody; both are tested. In the tests a lead is also a steward, and each member has a team that
has submitted. Experts and leads own assignments from when they were annotators. An *own export* is
the job that copies what is kept about a person. The saved view is another person's.

**Not in the tables.** Signing in is below `/_allauth/`. `POST auth/token/`,
`PUT me/account/email/`, `POST me/erase/` and all below `me/second-factor/` and `me/single-sign-on/`
need the account's password; if it has a second factor and no password, all but the first need a
code instead. `POST auth/single-sign-on/` is for everybody. `POST invitations/{secret}/accept/` and
`POST competition-invitations/{secret}/accept/` need an invitation's secret. Calls below `set-up/`
need the secret that a server prints while it has no accounts. An API token doesn't reach tokens,
the second factor, single sign-on, own exports or the end of the account.
"""

SECTIONS = {
    "Accounts": "me",
    "Projects": "projects standing deletion deleted-projects progress overview hours plan pay"
    " targets history saved-views splits",
    "Members": "members annotators invitations",
    "Files and jobs": "imports exports jobs release releases gallery",
    "Queries": "queries query-pages query-previews page-search query-filters query-funnel"
    " page-refreshes",
    "Examples": "examples context-passages context-threshold",
    "Queue and assignments": "queue priorities assignments parked adaptive-overlap controls"
    " named-assignments suggestions",
    "Annotations": "annotations concerns confirmations disagreements",
    "Guidance": "news questions faq feedback guidelines",
    "Training": "training",
    "Statistics": "statistics",
    "Judgments": "judgment-rounds",
    "Comparisons": "comparison-studies comparisons",
    "Systems": "systems leaderboard baselines readers scored-files scores encoders retrieval",
    "Error analyses": "error-labels error-analyses",
    "Competitions": "competition competition-invitations submissions",
}
"""The first word of the addresses in each section; what is nowhere stands in the last one."""

LAST = "Further"
_PROJECT = re.compile(r"^projects/\{\w+\}/")
MEMBERS = ("annotator", "expert", "lead", "administrator")
MANY = {"stranger": "accounts", **{caller: f"{caller}s" for caller in MEMBERS}}
OWN = "own"


def page(calls: Iterable[Call]) -> str:
    """The whole page: a table in each section, a row for each address and who may call it."""
    rows: dict[str, dict[tuple[str, str], list[str]]] = {title: {} for title in [*SECTIONS, LAST]}
    for call in sorted(calls, key=lambda call: _PROJECT.sub("", call.path)):
        key = _PROJECT.sub("…/", call.path), who_may(call)
        rows[section_of(call)].setdefault(key, []).append(call.method.upper())
    return INTRODUCTION + "".join(
        f"\n## {title}\n\n| call | who |\n|---|---|\n"
        + "".join(f"| `{' '.join(methods)} {path}` | {who} |\n" for (path, who), methods in table)
        for title, section in rows.items()
        if (table := section.items())
    )


def section_of(call: Call) -> str:
    """The heading that a call stands under."""
    word = _PROJECT.sub("", call.path).partition("/")[0].partition(".")[0] or "projects"
    return next((title for title, words in SECTIONS.items() if word in words.split()), LAST)


def who_may(call: Call) -> str:
    """Who may call it, and each refusal that the page's introduction doesn't say."""
    marks = {caller: _mark(call, caller) for caller in CALLERS}
    if marks["nobody"] == ALLOWED:
        return "everybody"
    if marks["stranger"] in (ALLOWED, OWN):
        return "accounts" if marks["stranger"] == ALLOWED else "owners"
    refused: dict[Outcome, list[str]] = {}
    for caller, name in MANY.items():
        if marks[caller] not in (ALLOWED, OWN, _usual(marks, caller)):
            refused.setdefault(marks[caller], []).append(name)
    exceptions = [f"; {status}: {', '.join(names)}" for status, names in refused.items()]
    return _allowed(marks) + "".join(exceptions)


def _usual(marks: dict[str, Outcome], caller: str) -> Outcome:
    """The refusal that needs no word."""
    if caller == "administrator" and marks["lead"] == ALLOWED:
        return ALLOWED
    return 404 if caller == "stranger" or OWN in marks.values() else 403


def _allowed(marks: dict[str, Outcome]) -> str:
    owners = [MANY[caller] for caller in MEMBERS if marks[caller] == OWN]
    able = [MANY[caller] for caller in MEMBERS if marks[caller] == ALLOWED]
    if {"leads", "administrators"} <= set(able):
        able.remove("administrators")
    if owners:
        able.insert(0, "owners" if len(owners) > 1 else f"owners who are {owners[0]}")
    return "members" if len(able) == 3 and not owners else ", ".join(able) or "nobody"


def _mark(call: Call, caller: str) -> Outcome:
    """What a caller is told; `OWN` if their own object alone is within reach."""
    own, others, elsewhere = (expected_of(call, caller, ownership) for ownership in OWNERSHIPS)
    if own is None or others is None or own == others:
        return own or others or elsewhere or 404
    if others != 404:
        raise ValueError(f"{call.method} {call.path}: the page has no words for this.")
    return OWN if own == ALLOWED else own
