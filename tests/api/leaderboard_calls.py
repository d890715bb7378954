"""The rows of systems and the leaderboard in the table of permissions.

The leaderboard is not published here; ``test_leaderboard.py`` has who reads one that is.
"""

from tests.api.reach import ANNOTATORS_403, LEADS, LEADS_ONLY, Call

P = "projects/{project}/"

TRAINING = {"system": "docqa", "train_split": "all", "dev_split": "all"}
FIRST_PARAGRAPH = {"baseline": "first-paragraph", "split": "all"}

LEADERBOARD_CALLS = [
    Call("get", f"{P}leaderboard/", ("expert", *LEADS), ANNOTATORS_403),
    Call("put", f"{P}leaderboard/publication/", LEADS, LEADS_ONLY, {"is_published": True}),
    Call("post", f"{P}systems/", LEADS, LEADS_ONLY, {"name": "x", "split": "all"}, upload=True),
    Call("patch", f"{P}systems/{{system}}/", LEADS, LEADS_ONLY, {"is_published": False}),
    Call("delete", f"{P}systems/{{system}}/", LEADS, LEADS_ONLY),
    Call("get", f"{P}baselines/", LEADS, LEADS_ONLY),
    Call("post", f"{P}baselines/", LEADS, LEADS_ONLY, FIRST_PARAGRAPH),
    Call("get", f"{P}readers/", LEADS, LEADS_ONLY),
    # A system is chosen on another split; ``test_readers.py`` has a training that is queued.
    Call(
        "post",
        f"{P}readers/",
        (),
        {**LEADS_ONLY, "lead": 400, "administrator": 400},
        TRAINING,
    ),
    Call("get", f"{P}systems/{{system}}/card/", ("expert", *LEADS), ANNOTATORS_403),
    Call("get", f"{P}systems/{{system}}/model/", LEADS, LEADS_ONLY),
    *(
        Call("get", f"{P}systems/{{system}}/{path}/", LEADS, LEADS_ONLY)
        for path in ("results", "examples", "examples/{scored_example}")
    ),
    Call("get", f"{P}deleted-parts/", LEADS, LEADS_ONLY),
    # What isn't deleted stays as it is.
    Call(
        "post",
        f"{P}deleted-parts/restore/",
        LEADS,
        LEADS_ONLY,
        {"kind": "system", "id": "{system}"},
    ),
    Call("get", f"{P}retrieval/", ("expert", *LEADS), ANNOTATORS_403),
    Call(
        "post",
        f"{P}encoders/",
        LEADS,
        LEADS_ONLY,
        {"name": "x", "encoder": "bm25", "benchmark": "{benchmark}"},
        upload=True,
    ),
    Call("patch", f"{P}encoders/{{encoder}}/", LEADS, LEADS_ONLY, {"is_published": False}),
    Call("delete", f"{P}encoders/{{encoder}}/", LEADS, LEADS_ONLY),
    *(
        Call("get", f"{P}retrieval/benchmarks/{{benchmark}}/{path}/", LEADS, LEADS_ONLY)
        for path in ("questions", "questions/{asked}", "texts/{texts}")
    ),
    # Beside leads, the expert who uploaded it.
    Call(
        "get",
        f"{P}scored-files/{{scored_file}}/",
        LEADS,
        LEADS_ONLY,
        refused_by_object=("annotator", "another annotator", "expert"),
    ),
]
