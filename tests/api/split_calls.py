"""The rows of splits in the table of permissions."""

from tests.api.reach import LEADS, LEADS_ONLY, Call

P = "projects/{project}/splits/"
DRAW = {"seed": 7, "parts": [{"name": "dev", "number": 1}, {"name": "train", "share": 1}]}

SPLIT_CALLS = [
    Call("get", P, LEADS, LEADS_ONLY),
    Call("post", f"{P}preview/", LEADS, LEADS_ONLY, DRAW),
    Call("put", f"{P}hidden/", LEADS, LEADS_ONLY, {"split": ""}),
    Call("post", f"{P}draw/", LEADS, LEADS_ONLY, DRAW),
]
