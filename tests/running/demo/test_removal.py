"""The demo can be taken away without a trace, and without anything real."""

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client

from annotator.exceptions import ConflictError
from annotator.running.demo.competition import load_competition
from annotator.running.demo.removal import demo_users, real_work, remove_demo
from annotator.running.demo.services import compute_demo_statistics, load_demo
from annotator.running.demo.simulated_analyses import label_simulated_systems
from annotator.running.demo.simulated_systems import rank_demo_answers, score_simulated_systems
from annotator.running.personal_data.services import request_export
from annotator.workspace.accounts.demo_accounts import (
    ACCOUNTS,
    DEMO_PASSWORD,
    open_demo_accounts,
    refusal_of_demo_accounts,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.services import add_member
from tests.factories.corpus import AT, make_member, make_project
from tests.workspace.history.test_never_deleted import an_annotation, refuses_to_delete

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 2, 4, 12, 0, tzinfo=UTC)
OWN = {"contenttypes.ContentType", "auth.Permission"}


def a_demo_account(number: int = 0) -> User:
    account = ACCOUNTS[number]
    return User.objects.create_user(
        account.username, password=account.password, display_name=account.display_name
    )


def rows() -> dict[str, int]:
    """How many rows each table has that has any; Django's own about models left out."""
    counts = {model._meta.label: model._base_manager.count() for model in apps.get_models()}
    return {label: count for label, count in counts.items() if count and label not in OWN}


@pytest.mark.long
def test_nothing_is_left_of_a_demo_in_which_nobody_worked() -> None:
    before = rows()
    load_demo(at=NOW)
    compute_demo_statistics(at=NOW)
    score_simulated_systems(at=NOW)
    label_simulated_systems(at=NOW)
    rank_demo_answers(at=NOW)
    load_competition(at=NOW)
    out = StringIO()
    call_command("remove_demo", "--yes", stdout=out)
    assert out.getvalue() == (
        "Removed projects: demo, demo-25, demo-asqa, demo-training. "
        "Accounts deleted: lena, ada, ben, chen, eve; erased: none. "
        "Start with DEMO=0 from now on: an empty site would get the demo again.\n"
    )
    assert rows() == before


def test_an_account_of_the_demo_alone_is_deleted() -> None:
    a_demo_account()
    removal = remove_demo(at=NOW)
    assert (removal.deleted, removal.erased, User.objects.count()) == (["lena"], [], 0)


@pytest.mark.django_db(transaction=True)  # files go when it is through
def test_the_copies_of_an_accounts_data_and_its_sessions_go_with_it(
    settings: Any, tmp_path: Path
) -> None:
    settings.RESULT_DIR = tmp_path
    lena = a_demo_account()
    Client().force_login(lena)
    job = request_export(user=lena, at=AT)
    folder = tmp_path / str(job.pk)
    folder.mkdir()
    assert remove_demo(at=NOW).deleted == ["lena"]
    assert (Session.objects.count(), Job.objects.count(), folder.exists()) == (0, 0, False)


def test_somebody_real_with_a_name_of_the_demo_stays() -> None:
    User.objects.create_user("ada", password="her own", display_name="Ada Lovelace")
    assert (demo_users(), remove_demo(at=NOW).deleted) == ([], [])
    assert User.objects.get().username == "ada"


def test_real_work_is_listed_and_nothing_removed() -> None:
    demo, rivers = make_project("demo"), make_project("rivers")
    make_member(demo, "grace", Role.LEAD)
    add_member(project=rivers, user=a_demo_account(), role=Role.ANNOTATOR, at=AT, actor=None)
    sentences = [
        "demo has other members (grace) with 0 annotations.",
        "lena takes part in rivers.",
    ]
    assert real_work() == sentences
    with pytest.raises(ConflictError) as refused:
        remove_demo(at=NOW)
    assert refused.value.detail == " ".join(sentences)
    assert rows()["projects.Project"] == 2


def test_the_command_lists_real_work_and_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    make_member(make_project("demo"), "grace", Role.LEAD)
    with pytest.raises(SystemExit) as end:
        call_command("remove_demo", "--yes")
    assert end.value.code == 1
    assert capsys.readouterr().err == (
        "demo has other members (grace) with 0 annotations.\n"
        "Real work depends on the demo. Nothing was removed; --with-real-work removes it too.\n"
    )


def test_real_work_goes_where_that_is_asked_for_and_a_member_elsewhere_is_erased() -> None:
    demo, rivers = make_project("demo"), make_project("rivers")
    make_member(demo, "grace", Role.LEAD)
    lena = a_demo_account()
    add_member(project=rivers, user=lena, role=Role.ANNOTATOR, at=AT, actor=None)
    removal = remove_demo(at=NOW, with_real_work=True)
    lena.refresh_from_db()
    assert (removal.projects, removal.deleted, removal.erased) == (["demo"], [], ["lena"])
    assert (lena.is_active, lena.erased_at, open_demo_accounts()) == (False, NOW, [])
    assert User.objects.filter(username="grace").exists()


def test_what_was_answered_elsewhere_is_kept_as_before() -> None:
    make_project("demo")
    annotation = an_annotation()
    remove_demo(at=NOW)
    assert refuses_to_delete(type(annotation).objects.filter(pk=annotation.pk))


def test_a_public_site_is_refused_while_the_demos_password_opens_an_account() -> None:
    lena, ada = a_demo_account(0), a_demo_account(1)
    User.objects.create_user("grace", password=DEMO_PASSWORD)
    ada.set_password("her own")
    ada.save()
    assert refusal_of_demo_accounts() == (
        "PUBLIC_URL is set, and the demo's public password opens these accounts: lena. "
        "Remove them with python manage.py remove_demo, or give each another password."
    )
    lena.is_active = False
    lena.save()
    assert refusal_of_demo_accounts() is None
