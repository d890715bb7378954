"""The rows of training in the table of permissions."""

from tests.api.reach import (
    ANNOTATORS_404,
    LEADS,
    LEADS_ONLY,
    MEMBERS,
    OUTSIDE,
    OWN_ONLY,
    ROLES,
    Call,
)

P = "projects/{project}/training/"
TRAINEE = f"{P}members/"
QUALIFYING = "projects/{qualifying_project}/training/members/"

ANNOTATORS = ("annotator", "another annotator")
ANNOTATORS_ONLY = {**OUTSIDE, "expert": 403, "lead": 403, "administrator": 403}
REFERENCE = {**ANNOTATORS_404, "expert": 404}
NOBODY = {role: 404 for role in ROLES if role != "nobody"} | {"nobody": 401}

BAD = {"question_quality": "bad"}

TRAINING_CALLS = [
    Call("get", P, MEMBERS, OUTSIDE),
    Call("put", P, LEADS, LEADS_ONLY, {"requires_training": False, "instructions": "# x"}),
    Call("get", f"{P}own/", ANNOTATORS, ANNOTATORS_ONLY),
    Call("post", f"{P}own/start/", ANNOTATORS, ANNOTATORS_ONLY),
    Call("post", f"{P}own/read/", ANNOTATORS, ANNOTATORS_ONLY),
    Call("get", TRAINEE, LEADS, LEADS_ONLY),
    Call("get", f"{TRAINEE}{{trainee_graded}}/", LEADS, LEADS_ONLY),
    Call("post", f"{TRAINEE}{{trainee_studied}}/sessions/", LEADS, LEADS_ONLY, {"attended": True}),
    Call("post", f"{TRAINEE}{{trainee_examined}}/automatic-grades/", LEADS, LEADS_ONLY),
    Call("post", f"{TRAINEE}{{trainee_examined}}/graded/", LEADS, LEADS_ONLY),
    Call(
        "post",
        f"{TRAINEE}{{trainee_graded}}/decision/",
        LEADS,
        LEADS_ONLY,
        {"verdict": "accepted"},
    ),
    Call(
        "post",
        f"{QUALIFYING}{{passed_member}}/requalification/",
        LEADS,
        LEADS_ONLY,
        {"reason": "x"},
    ),
    Call("delete", f"{QUALIFYING}{{asked_member}}/requalification/", LEADS, LEADS_ONLY),
    Call(
        "post",
        f"{P}waivers/",
        LEADS,
        LEADS_ONLY,
        {"members": ["{trainee_studied}"], "note": "x"},
    ),
    Call(
        "put",
        f"{P}answers/{{exam_answer}}/grades/",
        LEADS,
        LEADS_ONLY,
        {"grades": [{"criterion": "long_answer", "level": "met"}]},
    ),
    Call("get", f"{P}examples/", LEADS, LEADS_ONLY),
    Call(
        "post",
        f"{P}examples/",
        LEADS,
        LEADS_ONLY,
        {"examples": ["{training_example}"], "step": "exam"},
    ),
    Call("delete", f"{P}examples/{{training_example}}/", LEADS, LEADS_ONLY),
    Call("post", f"{P}examples/{{training_example}}/reference/", LEADS, LEADS_ONLY, {}),
    Call("get", "training/answers/{training_answer}/", ("annotator",), OWN_ONLY),
    Call(
        "put", "training/answers/{training_answer}/draft/", ("annotator",), OWN_ONLY, {"version": 1}
    ),
    Call("post", "training/answers/{training_answer}/submit/", ("annotator",), OWN_ONLY, BAD),
    Call("get", "training/answers/{training_answer}/page/", ("annotator",), OWN_ONLY),
    # NQ has one page; those of ambiguous questions are tested with them.
    Call("get", "training/answers/{training_answer}/pages/{reader_page}/", (), NOBODY),
    Call("get", "training/answers/{reference}/", LEADS, REFERENCE),
    Call("put", "training/answers/{reference}/draft/", LEADS, REFERENCE, {"version": 1}),
    Call("post", "training/answers/{reference}/submit/", LEADS, REFERENCE, BAD),
    Call("get", "training/answers/{reference}/page/", LEADS, REFERENCE),
]
