"""The rows of error analyses in the table of permissions: the expert labels in both of them."""

from tests.api.reach import ANNOTATORS_403, LEADS, LEADS_ONLY, Call

P = "projects/{project}/"
OPEN = f"{P}error-analyses/{{analysis}}/"
FINISHED = f"{P}error-analyses/{{finished_analysis}}/"
ANSWER = "answers/{analysed_answer}/"

LABELLER = ("expert",)
LABELLER_AND_LEADS = (*LABELLER, *LEADS)
LABELLER_ONLY = {**ANNOTATORS_403, "lead": 403, "administrator": 403}
UNFINISHED = {**ANNOTATORS_403, **dict.fromkeys(LABELLER_AND_LEADS, 409)}

TWO_LABELS = [
    {"name": name, "meaning": "", "is_alone": is_alone}
    for name, is_alone in (("Right", True), ("Wrong", False))
]
NEW = {"system": "{system}", "size": 1, "seed": 7, "labellers": ["{labeller}"]}

ERROR_ANALYSIS_CALLS = [
    Call("get", f"{P}error-labels/", LEADS, LEADS_ONLY),
    Call("put", f"{P}error-labels/", LEADS, LEADS_ONLY, {"labels": TWO_LABELS}),
    Call("get", f"{P}error-analyses/", LABELLER_AND_LEADS, ANNOTATORS_403),
    Call("post", f"{P}error-analyses/", LEADS, LEADS_ONLY, NEW),
    Call("get", f"{P}error-analyses/choices/", LEADS, LEADS_ONLY),
    Call("get", OPEN, LABELLER_AND_LEADS, ANNOTATORS_403),
    Call("delete", OPEN, LEADS, LEADS_ONLY, refused_by_object=LABELLER),
    Call("post", f"{OPEN}cancel/", LEADS, LEADS_ONLY, refused_by_object=LABELLER),
    Call("post", f"{OPEN}reopen/", LEADS, LEADS_ONLY, refused_by_object=LABELLER),
    Call("get", f"{OPEN}answers/", LABELLER, LABELLER_ONLY, refused_by_object=LEADS),
    Call("get", f"{OPEN}{ANSWER}", LABELLER, LABELLER_ONLY, refused_by_object=LEADS),
    Call("get", f"{OPEN}{ANSWER}page/", LABELLER, LABELLER_ONLY, refused_by_object=LEADS),
    Call(
        "delete",
        f"{OPEN}labellers/{{labeller_number}}/",
        (),
        {**LEADS_ONLY, **dict.fromkeys(LEADS, 409)},
        refused_by_object=LABELLER_AND_LEADS,
    ),
    Call(
        "put",
        f"{OPEN}{ANSWER}labels/",
        LABELLER,
        LABELLER_ONLY,
        {"labels": [0]},
        refused_by_object=LEADS,
    ),
    Call("post", f"{OPEN}finish/", LABELLER, LABELLER_ONLY, refused_by_object=LEADS),
    Call("get", f"{OPEN}results/", (), UNFINISHED, refused_by_object=LABELLER_AND_LEADS),
    Call(
        "get",
        f"{OPEN}export/",
        (),
        {**UNFINISHED, "expert": 403},
        refused_by_object=LABELLER_AND_LEADS,
    ),
    Call("get", f"{FINISHED}answers/", LABELLER_AND_LEADS, ANNOTATORS_403),
    Call("get", f"{FINISHED}{ANSWER}", LABELLER_AND_LEADS, ANNOTATORS_403),
    Call("get", f"{FINISHED}results/", LABELLER_AND_LEADS, ANNOTATORS_403),
    Call("get", f"{FINISHED}export/", LEADS, LEADS_ONLY, refused_by_object=LABELLER),
]
