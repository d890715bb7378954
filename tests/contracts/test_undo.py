"""Whatever removes something can be undone, and is for leads: each with the test of its undo."""

import ast
from dataclasses import dataclass

import pytest

from scripts.bootstrap import ROOT
from tests.api.every_caller.test_permissions import CALLS
from tests.api.reach import ALLOWED, OWNERSHIPS, expected_of
from tests.api.world import CALLERS

PROJECT = "projects/{project}/"
ROUND, STUDY = "judgment-rounds/{judging_round}/", "comparison-studies/{study}/"
ANALYSIS = PROJECT + "error-analyses/{analysis}/"
RESTORE = f"POST {PROJECT}deleted-parts/restore/"
RESTORED = (
    "running/project_bin/test_deleted_parts.py",
    "test_what_was_deleted_comes_back_whole",
)
CANCELLED = (
    "quality/reviews/test_cancelling.py",
    "test_nobody_works_on_a_cancelled_review_until_it_is_open_again",
)


@dataclass(frozen=True)
class Removal:
    """A call that removes, the call that is its undo, and the test that does both."""

    what: str
    call: str
    undo: str
    test: tuple[str, str]
    by: str = "lead"


REMOVALS = [
    Removal(
        "take out examples",
        f"POST {PROJECT}examples/take-out/",
        f"POST {PROJECT}examples/put-back/",
        (
            "collecting/assignments/test_taking_out.py",
            "test_putting_it_back_restores_queue_counts_and_annotations",
        ),
    ),
    Removal(
        "pause a project",
        f"PUT {PROJECT}standing/",
        f"PUT {PROJECT}standing/",
        (
            "workspace/projects/test_standing.py",
            "test_a_paused_project_hands_out_nothing_new_and_takes_what_is_held",
        ),
    ),
    Removal(
        "archive a project",
        f"PUT {PROJECT}standing/",
        f"PUT {PROJECT}standing/",
        (
            "workspace/projects/test_standing.py",
            "test_an_archived_project_can_be_read_and_exported_but_not_changed",
        ),
    ),
    Removal(
        "delete a project",
        f"POST {PROJECT}deletion/",
        "POST deleted-projects/{deleted_project}/restore/",
        (
            "workspace/projects/test_standing.py",
            "test_a_deleted_project_is_invisible_until_it_is_restored",
        ),
    ),
    Removal(
        "end a membership",
        f"PATCH {PROJECT}members/{{member}}/",
        f"PATCH {PROJECT}members/{{member}}/",
        ("api/test_projects.py", "test_a_member_who_was_ended_comes_back_with_all_they_wrote"),
    ),
    Removal(
        "undo an import",
        "POST jobs/{finished_import}/undo/",
        "POST jobs/{finished_import}/undo/",
        ("exchange/imports/test_undoing.py", "test_an_import_goes_and_comes_back_whole"),
    ),
    Removal("delete a system", f"DELETE {PROJECT}systems/{{system}}/", RESTORE, RESTORED),
    Removal("delete an encoder", f"DELETE {PROJECT}encoders/{{encoder}}/", RESTORE, RESTORED),
    Removal("delete an error analysis", f"DELETE {ANALYSIS}", RESTORE, RESTORED),
    Removal(
        "withdraw an FAQ entry",
        f"DELETE {PROJECT}faq/{{faq}}/",
        f"PUT {PROJECT}faq/{{faq}}/",
        (
            "collecting/guidance/test_faq.py",
            "test_a_withdrawn_entry_is_for_leads_alone_until_it_is_edited",
        ),
    ),
    Removal("cancel a round", f"POST {ROUND}cancel/", f"POST {ROUND}reopen/", CANCELLED),
    Removal("cancel a study", f"POST {STUDY}cancel/", f"POST {STUDY}reopen/", CANCELLED),
    Removal(
        "cancel an error analysis",
        f"POST {ANALYSIS}cancel/",
        f"POST {ANALYSIS}reopen/",
        CANCELLED,
    ),
    Removal(
        "withdraw further annotations",
        "DELETE judgment-rounds/{meeting}/variability/",
        "POST judgment-rounds/{meeting}/variability/",
        (
            "quality/judgments/test_withdrawal.py",
            "test_examples_need_as_many_as_before_and_asking_again_is_the_way_back",
        ),
    ),
    Removal(
        "take back a decision",
        f"POST {PROJECT}disagreements/{{decided_example}}/withdraw/",
        f"POST {PROJECT}disagreements/{{answered_example}}/pick/",
        (
            "quality/adjudication/test_deciding.py",
            "test_a_later_decision_supersedes_and_withdrawing_leaves_none",
        ),
    ),
    Removal(
        "stop counting a late annotation",
        f"DELETE {PROJECT}annotations/{{accepted_annotation}}/acceptance/",
        f"POST {PROJECT}annotations/{{late_annotation}}/acceptance/",
        (
            "collecting/assignments/test_late.py",
            "test_withdrawing_removes_the_slot_that_was_added",
        ),
    ),
    Removal(
        "take back a named question",
        f"DELETE {PROJECT}named-assignments/{{named}}/",
        f"POST {PROJECT}named-assignments/",
        ("api/test_controls.py", "test_a_lead_names_a_question_for_somebody_and_takes_it_back"),
    ),
    Removal(
        "unmark a control",
        f"DELETE {PROJECT}controls/{{control}}/",
        f"POST {PROJECT}controls/",
        ("api/test_controls.py", "test_a_lead_marks_controls_sets_their_share_and_sees_results"),
    ),
    Removal(
        "take back a requalification",
        "DELETE projects/{qualifying_project}/training/members/{asked_member}/requalification/",
        "POST projects/{qualifying_project}/training/members/{passed_member}/requalification/",
        (
            "collecting/training/test_requalification.py",
            "test_taking_it_back_restores_the_earlier_acceptance",
        ),
    ),
    Removal(
        "take the gallery back",
        f"DELETE {PROJECT}gallery/",
        f"POST {PROJECT}gallery/",
        (
            "publishing/gallery/test_gallery.py",
            "test_this_site_shows_it_to_everybody_until_it_is_taken_back",
        ),
    ),
    Removal(
        "correct a comparison",
        "POST comparisons/{comparison}/take-back/",
        "POST comparisons/{comparison}/submit/",
        (
            "quality/comparisons/test_comparing.py",
            "test_a_comparison_is_corrected_by_taking_it_back",
        ),
        by="expert",
    ),
]
ENDINGS = ("cancel/", "take-out/", "withdraw/", "take-back/", "deletion/", "undo/")
OTHERS = {
    # A job that is cancelled can be started again, and its page says so.
    "POST jobs/{job}/cancel/",
    "POST jobs/{own_export}/cancel/",
    # An undo itself.
    "POST annotations/{recent_annotation}/undo/",
}
WITHOUT_UNDO = {
    # A secret that was revoked has to stay so: a new one is made instead.
    "DELETE me/tokens/": "tokens are made anew",
    "DELETE me/tokens/{token}/": "a token is made anew",
    "DELETE me/sessions/": "one signs in again",
    f"DELETE {PROJECT}invitations/{{invitation}}/": "a lead invites again",
    f"DELETE {PROJECT}competition/invitation/": "a steward makes another link",
    f"DELETE {PROJECT}competition/team/link/": "the team makes another link",
    # What the same form makes again, since nothing hangs on it.
    f"DELETE {PROJECT}saved-views/{{saved_view}}/": "the address is that of the table, saved again",
    f"DELETE {PROJECT}feedback/{{feedback}}/": "nobody has read it; it is written again",
    f"DELETE {PROJECT}annotations/{{reopened_annotation}}/reopen/": "a lead asks again",
    f"DELETE {PROJECT}training/examples/{{training_example}}/": "nobody has trained on it: a lead"
    " chooses it again",
    f"DELETE {PROJECT}competition/phases/{{spare_phase}}/": "no team has submitted in it",
    f"DELETE {PROJECT}competition/files/{{published_file}}/": "a job makes the same file again",
    f"DELETE {PROJECT}competition/teams/{{team}}/requests/": "the person asks again",
    f"DELETE {PROJECT}competition/team/": "the team has not submitted; its link lets them in again",
    # Nobody else has seen an open expert's verdicts, and the round may have gone on without them.
    "DELETE judgment-rounds/{judging_round}/experts/{round_seat}/": "a lead seats the expert again,"
    " who judges anew",
    # The last open labeller's removal finishes the analysis, and its results are read then.
    f"DELETE {ANALYSIS}labellers/{{labeller_number}}/": "their labels stay on record",
}
"""What has no undo, and why it needs none."""


def allowed() -> dict[str, set[str]]:
    """By call, who may do it to some object."""
    return {
        f"{call.method.upper()} {call.path}": {
            caller
            for caller in CALLERS
            for ownership in OWNERSHIPS
            if expected_of(call, caller, ownership) == ALLOWED
        }
        - {"administrator"}
        for call in CALLS
    }


@pytest.mark.parametrize("removal", REMOVALS, ids=lambda removal: removal.what)
def test_a_removal_and_its_undo_are_for_those_who_may_and_have_a_test(removal: Removal) -> None:
    callers = allowed()
    assert callers[removal.call] == callers[removal.undo] == {removal.by}
    file, name = removal.test
    module = ast.parse((ROOT / "tests" / file).read_text("utf-8"))
    assert name in {each.name for each in module.body if isinstance(each, ast.FunctionDef)}


def test_every_call_that_takes_something_away_is_in_the_table() -> None:
    ending = {call for call in allowed() if call.endswith(ENDINGS)}
    assert ending - {removal.call for removal in REMOVALS} == OTHERS


def test_every_delete_has_an_undo_or_a_reason_why_not() -> None:
    deletes = {call for call in allowed() if call.startswith("DELETE ")}
    assert deletes - {removal.call for removal in REMOVALS} == set(WITHOUT_UNDO)
