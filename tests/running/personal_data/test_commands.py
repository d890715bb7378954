import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.management import call_command

from annotator.collecting.annotations.models import Annotation
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project, Role
from tests.factories.corpus import make_member, make_project, make_user

pytestmark = pytest.mark.django_db


def test_export_person_writes_a_zip(tmp_path: Path, capsys: Any) -> None:
    make_user("ada")
    file = tmp_path / "ada.zip"
    call_command("export_person", "ada", str(file), json=True)
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["state"] == "succeeded"
    with ZipFile(file) as archive:
        assert json.loads(archive.read("account.json"))[0]["username"] == "ada"
        assert "account.json" in archive.read("README.txt").decode()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nobody", "out.zip"), "name: There is no account named nobody. Check the spelling.\n"),
        (("ada", "out.json"), "out.json: output: Use a name that ends in .zip.\n"),
    ],
)
def test_export_person_refuses_in_one_line(
    arguments: tuple[str, str], sentence: str, capsys: Any
) -> None:
    make_user("ada")
    with pytest.raises(SystemExit):
        call_command("export_person", *arguments)
    assert capsys.readouterr().err == sentence


def test_export_person_says_where_it_can_not_write(tmp_path: Path, capsys: Any) -> None:
    make_user("ada")
    file = tmp_path / "missing" / "ada.zip"
    with pytest.raises(SystemExit):
        call_command("export_person", "ada", str(file))
    assert capsys.readouterr().err == (
        f"{file}: the file can't be written (No such file or directory).\n"
    )


def test_erase_person_with_yes_erases(capsys: Any) -> None:
    project = make_project()
    make_member(project, "bob", Role.LEAD)
    user = make_member(project, "ada").user
    call_command("erase_person", "ada", yes=True, json=True)
    said = capsys.readouterr().out.splitlines()
    user.refresh_from_db()
    assert said[0] == f"Erased. The account is now {user.username}."
    assert json.loads(said[1]) == {"username": user.username, "guidelines": []}
    assert user.erased_at is not None


def test_erase_person_asks_nobody_where_nobody_is(capsys: Any) -> None:
    make_user("ada")
    with pytest.raises(SystemExit):
        call_command("erase_person", "ada")
    assert "Give --yes to erase without asking." in capsys.readouterr().err
    assert User.objects.get(username="ada").erased_at is None


@pytest.mark.parametrize(("typed", "erased"), [("ada", True), ("yes", False)])
def test_erase_person_wants_the_name_once_more(
    typed: str, erased: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = make_user("ada")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: typed)
    if erased:
        call_command("erase_person", "ada")
    else:
        with pytest.raises(SystemExit):
            call_command("erase_person", "ada")
    user.refresh_from_db()
    assert (user.erased_at is not None) == erased


def test_erase_person_names_the_projects_that_need_a_lead(capsys: Any) -> None:
    make_member(make_project("dev"), "ada", Role.LEAD)
    with pytest.raises(SystemExit):
        call_command("erase_person", "ada", yes=True)
    assert capsys.readouterr().err == (
        "Nobody else leads dev. Make another member lead there first.\n"
    )
    assert not Annotation.objects.exists()


def test_erase_person_names_the_projects_that_need_a_steward(capsys: Any) -> None:
    for slug in ("dev", "test"):
        project = make_project(slug)
        Project.objects.filter(pk=project.pk).update(hidden_split="test")
        make_member(project, "bob", Role.LEAD)
        make_member(project, "ada", Role.LEAD)
    Membership.objects.filter(user__username="ada").update(is_steward=True)
    with pytest.raises(SystemExit):
        call_command("erase_person", "ada")
    assert capsys.readouterr().err == (
        "Nobody else is a steward of the hidden split in dev, test. Make another lead a steward "
        "there first.\n"
    )
