"""The rows of comparison studies in the table of permissions."""

from tests.api.reach import ANNOTATORS_403, ANNOTATORS_404, LEADS, LEADS_ONLY, OWN_ONLY, Call

P = "projects/{compared_project}/comparison-studies/"
S = "comparison-studies/{study}/"
C = "comparisons/{comparison}/"

STUDY_LEADS_ONLY = {**ANNOTATORS_404, "expert": 403}
COMPARERS_ONLY = {**ANNOTATORS_404, "lead": 403, "administrator": 403}

STUDY = {
    "title": "x",
    "seed": 1,
    "question_count": 1,
    "comparers": ["{other_expert}"],
    "systems": (
        '[{{"name": "A", "annotations_of": "{compared_project}", "annotation_number": 0}},'
        ' {{"name": "B", "annotations_of": "{compared_project}", "annotation_number": 1}}]'
    ),
}
PAIRS = {"title": "x", "seed": 1, "comparers": ["{other_expert}"]}
COMPARISON = {
    "left_captures": [True, False],
    "right_captures": [False, False],
    "ambiguity": "left",
    "fluency": "tie",
    "overall": "right",
}

COMPARISONS_CALLS = [
    Call("get", P, ("expert", *LEADS), ANNOTATORS_403),
    Call("post", P, LEADS, LEADS_ONLY, STUDY, upload=True),
    Call("get", f"{P}sources/", LEADS, LEADS_ONLY),
    Call("post", f"{P}import/", LEADS, LEADS_ONLY, {"title": "x"}, upload=True),
    Call("post", f"{P}given-pairs/", LEADS, LEADS_ONLY, PAIRS, upload=True),
    Call("get", S, ("expert", *LEADS), ANNOTATORS_404),
    Call("get", f"{S}comparisons/", ("expert",), COMPARERS_ONLY),
    Call("post", f"{S}next/", ("expert",), COMPARERS_ONLY),
    Call("post", f"{S}finish/", LEADS, STUDY_LEADS_ONLY),
    Call("post", f"{S}cancel/", LEADS, STUDY_LEADS_ONLY),
    Call("post", f"{S}reopen/", LEADS, STUDY_LEADS_ONLY),
    Call("get", f"{S}results/", LEADS, STUDY_LEADS_ONLY),
    Call("post", f"{S}results/", LEADS, STUDY_LEADS_ONLY),
    Call("get", f"{S}export/", LEADS, STUDY_LEADS_ONLY),
    Call("patch", f"{S}scores/", LEADS, STUDY_LEADS_ONLY, {"scores": {"Writer": {"DR": None}}}),
    Call("get", f"{S}correlations/", LEADS, STUDY_LEADS_ONLY),
    Call("get", C, ("annotator",), OWN_ONLY),
    Call("put", f"{C}draft/", ("annotator",), OWN_ONLY, {"version": 0, "draft": {}}),
    Call("post", f"{C}submit/", ("annotator",), OWN_ONLY, COMPARISON),
    Call("post", f"{C}take-back/", ("annotator",), OWN_ONLY),
]
