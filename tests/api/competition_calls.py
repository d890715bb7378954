"""The rows of competitions and submissions in the table of permissions.

The page is not published here, ``lead`` is a steward, and everybody but the administrator has a
team that has submitted. ``test_competitions.py`` has visitors of a page that is published, and
people who only submit.
"""

from tests.api.reach import LEADS, LEADS_ONLY, MEMBERS, OUTSIDE, OWN_ONLY, ROLES, Call

P = "projects/{project}/"
C = f"{P}competition/"

STEWARD = ("lead",)
STEWARD_ONLY = {**LEADS_ONLY, "administrator": 403}
TEAMS = ("annotator", "another annotator", "expert", "lead")
NO_TEAM = {**OUTSIDE, "administrator": 404}
IN_A_TEAM = {**OUTSIDE, **dict.fromkeys(TEAMS, 409)}
LATER = {"starts_at": "2999-01-02T00:00:00Z", "ends_at": "2999-01-03T00:00:00Z"}

COMPETITION_CALLS = [
    Call("get", "me/competitions/", ROLES[1:], {"nobody": 401}),
    Call("get", "competition-invitations/{competition_secret}/", ROLES, {}),
    Call("get", C, MEMBERS, OUTSIDE),
    Call("patch", C, STEWARD, STEWARD_ONLY, {"task": "x"}),
    Call("put", f"{C}publication/", STEWARD, STEWARD_ONLY, {"is_published": True}),
    Call("get", f"{C}invitation/", STEWARD, STEWARD_ONLY),
    Call("post", f"{C}invitation/", STEWARD, STEWARD_ONLY, {"days": 3}),
    Call("delete", f"{C}invitation/", STEWARD, STEWARD_ONLY),
    Call("get", f"{C}halves/", STEWARD, STEWARD_ONLY),
    Call("get", f"{C}submissions/", STEWARD, STEWARD_ONLY),
    Call("post", f"{C}phases/", STEWARD, STEWARD_ONLY, {"name": "Later", **LATER}),
    Call("patch", f"{C}phases/{{phase}}/", STEWARD, STEWARD_ONLY, {"name": "x"}),
    Call("delete", f"{C}phases/{{spare_phase}}/", STEWARD, STEWARD_ONLY),
    Call("put", f"{C}phases/{{phase}}/results/", STEWARD, STEWARD_ONLY, {"is_published": False}),
    Call("post", f"{C}files/", STEWARD, STEWARD_ONLY, {"split": "all", "format": "nq"}),
    Call("get", f"{C}files/{{published_file}}/", MEMBERS, OUTSIDE),
    Call("delete", f"{C}files/{{published_file}}/", STEWARD, STEWARD_ONLY),
    Call("get", f"{C}table/", MEMBERS, OUTSIDE),
    Call("get", f"{C}table.csv", MEMBERS, OUTSIDE),
    Call("get", f"{C}teams/", MEMBERS, OUTSIDE),
    Call("post", f"{C}teams/", ("administrator",), IN_A_TEAM, {"name": "New"}),
    Call("post", f"{C}teams/join/", ("administrator",), IN_A_TEAM, {"secret": "{team_secret}"}),
    Call(
        "post",
        f"{C}teams/{{team}}/requests/",
        ("administrator",),
        IN_A_TEAM,
        refused_by_object=TEAMS,
    ),
    Call("delete", f"{C}teams/{{team}}/requests/", MEMBERS, OUTSIDE),
    Call("get", f"{C}team/", TEAMS, NO_TEAM),
    Call("patch", f"{C}team/", TEAMS, NO_TEAM, {"code_url": "https://example.org/code"}),
    # Nobody leaves a team that has submitted.
    Call("delete", f"{C}team/", (), {**IN_A_TEAM, "administrator": 404}),
    Call("post", f"{C}team/link/", TEAMS, NO_TEAM),
    Call("delete", f"{C}team/link/", TEAMS, NO_TEAM),
    Call(
        "post",
        f"{C}team/requests/",
        TEAMS,
        NO_TEAM,
        {"participant": "{asker}", "is_accepted": True},
    ),
    Call("get", f"{P}submissions/", MEMBERS, OUTSIDE),
    # The split is not hidden here; ``test_submissions.py`` has uploads that are accepted.
    Call(
        "post",
        f"{P}submissions/",
        (),
        {**IN_A_TEAM, "administrator": 403},
        {"name": "x"},
        upload=True,
    ),
    Call("post", f"{P}submissions/receipts/", TEAMS, NO_TEAM, {"receipt": "{team_receipt}"}),
    Call(
        "put",
        f"{P}submissions/{{own_submission}}/final/",
        ("annotator",),
        OWN_ONLY,
        {"is_final": True},
    ),
    Call(
        "get",
        f"{P}submissions/{{own_submission}}/files/{{file_part}}/",
        ("annotator",),
        OWN_ONLY,
    ),
    Call("post", f"{P}scores/again/", LEADS, LEADS_ONLY, {"split": "all"}),
]
