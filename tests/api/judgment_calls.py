"""The rows of judgment rounds in the table of permissions."""

from tests.api.reach import ANNOTATORS_403, ANNOTATORS_404, LEADS, LEADS_ONLY, Call

P = "projects/{project}/judgment-rounds/"
JUDGING = "judgment-rounds/{judging_round}/"
MEETING = "judgment-rounds/{meeting}/"
SETTLED = "judgment-rounds/{settled_meeting}/"
FINISHED = "judgment-rounds/{finished_round}/"
ANSWER = "answers/{judged_answer}/"

EXPERTS = ("expert",)
EXPERTS_AND_LEADS = (*EXPERTS, *LEADS)
# A round is found by leads and by those who sit in it.
EXPERTS_ONLY = {**ANNOTATORS_404, "lead": 403, "administrator": 403}
ROUND_LEADS_ONLY = {**ANNOTATORS_404, "expert": 403}
EARLY_FOR_EXPERTS = {**ANNOTATORS_404, "expert": 409}
EARLY_FOR_LEADS = {**ANNOTATORS_404, "lead": 409, "administrator": 409}

VERDICT = {"verdict": "W", "justification": "x"}
ROUND_INPUT = {
    "title": "Second round",
    "target": "long",
    "size": 3,
    "seed": 1,
    "experts": ["{project_expert}"],
    "guidelines": "x",
}

JUDGMENT_CALLS = [
    Call("get", P, EXPERTS_AND_LEADS, ANNOTATORS_403),
    Call("post", P, LEADS, LEADS_ONLY, ROUND_INPUT),
    Call("get", f"{P}population/", LEADS, LEADS_ONLY, {"target": "long"}),
    Call("get", JUDGING, EXPERTS_AND_LEADS, ANNOTATORS_404),
    Call("get", f"{JUDGING}experts/", LEADS, ROUND_LEADS_ONLY),
    Call("post", f"{JUDGING}experts/", LEADS, ROUND_LEADS_ONLY, {"expert": "{spare_expert}"}),
    Call("delete", f"{JUDGING}experts/{{round_seat}}/", LEADS, ROUND_LEADS_ONLY),
    Call("get", f"{JUDGING}answers/", EXPERTS, EARLY_FOR_LEADS),
    Call("get", f"{MEETING}answers/", EXPERTS_AND_LEADS, ANNOTATORS_404),
    Call("get", f"{JUDGING}{ANSWER}", EXPERTS, EXPERTS_ONLY),
    Call("get", f"{JUDGING}{ANSWER}passage/", EXPERTS_AND_LEADS, ANNOTATORS_404),
    Call("put", f"{JUDGING}{ANSWER}judgment/", EXPERTS, EXPERTS_ONLY, {**VERDICT, "version": 1}),
    Call("post", f"{JUDGING}{ANSWER}context/", EXPERTS, EXPERTS_ONLY),
    Call("get", f"{JUDGING}{ANSWER}page/", EXPERTS, EXPERTS_ONLY),
    Call("post", f"{JUDGING}close/", EXPERTS, EXPERTS_ONLY),
    Call(
        "get",
        f"{JUDGING}meeting/",
        (),
        {**ANNOTATORS_404, "expert": 409, "lead": 409, "administrator": 409},
    ),
    Call("get", f"{MEETING}meeting/", EXPERTS_AND_LEADS, ANNOTATORS_404),
    Call("post", f"{MEETING}meeting/show/", EXPERTS_AND_LEADS, ANNOTATORS_404, {"number": 0}),
    Call(
        "post",
        f"{MEETING}{ANSWER}notes/",
        EXPERTS_AND_LEADS,
        ANNOTATORS_404,
        {"text": "x"},
        headers={"Idempotency-Key": "k"},
    ),
    Call(
        "put",
        f"{MEETING}{ANSWER}consensus/",
        EXPERTS_AND_LEADS,
        ANNOTATORS_404,
        {**VERDICT, "version": 0},
    ),
    Call("post", f"{SETTLED}finish/", EXPERTS_AND_LEADS, ANNOTATORS_404),
    Call("get", f"{MEETING}report/", LEADS, EARLY_FOR_EXPERTS),
    Call("get", f"{FINISHED}report/", EXPERTS_AND_LEADS, ANNOTATORS_404),
    Call("get", f"{MEETING}export/", LEADS, ROUND_LEADS_ONLY),
    Call("post", f"{MEETING}variability/", LEADS, ROUND_LEADS_ONLY, {"annotations": 3}),
    Call("get", f"{MEETING}variability/", LEADS, EARLY_FOR_EXPERTS),
    Call("get", f"{FINISHED}variability/", EXPERTS_AND_LEADS, ANNOTATORS_404),
    Call("delete", f"{MEETING}variability/", LEADS, ROUND_LEADS_ONLY),
    Call("post", f"{JUDGING}cancel/", LEADS, ROUND_LEADS_ONLY),
    Call("post", f"{JUDGING}reopen/", LEADS, ROUND_LEADS_ONLY),
    Call("get", f"{MEETING}sheet/", LEADS, EARLY_FOR_EXPERTS),
    Call("get", f"{FINISHED}sheet/", EXPERTS_AND_LEADS, ANNOTATORS_404),
]
