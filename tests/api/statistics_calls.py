"""The rows of statistics in the table of permissions."""

from tests.api.reach import LEADS, LEADS_ONLY, Call

P = "projects/{project}/statistics/"

STATISTICS_CALLS = [
    Call("get", P, LEADS, LEADS_ONLY),
    Call("post", P, LEADS, LEADS_ONLY),
    Call("get", f"{P}reports/", LEADS, LEADS_ONLY),
    Call("get", f"{P}examples/", LEADS, LEADS_ONLY),
    Call("get", f"{P}annotators/{{annotator_user}}/", LEADS, LEADS_ONLY),
]
