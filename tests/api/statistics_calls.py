"""The rows of statistics in the table of permissions."""

from tests.api.reach import Call

P = "projects/{project}/statistics/"
LEADS = ("lead", "administrator")
LEADS_ONLY = {
    "nobody": 401,
    "stranger": 404,
    "lead elsewhere": 404,
    "annotator": 403,
    "another annotator": 403,
    "expert": 403,
}

STATISTICS_CALLS = [
    Call("get", P, LEADS, LEADS_ONLY),
    Call("post", P, LEADS, LEADS_ONLY),
    Call("get", f"{P}reports/", LEADS, LEADS_ONLY),
    Call("get", f"{P}examples/", LEADS, LEADS_ONLY),
    Call("get", f"{P}annotators/{{annotator_user}}/", LEADS, LEADS_ONLY),
]
