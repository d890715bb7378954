from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.exchange.intake.models import PageSearch
from annotator.exchange.intake.page_search import Asked, header_names, make_search, set_page_search
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_project

pytestmark = pytest.mark.django_db
SERVICE = {"provider": "service", "address": "https://s.example.org/?q={query}", "path": "hits"}
KEY = {"X-Key": "hush"}


@pytest.fixture
def project(settings: Any) -> Project:
    settings.FETCH_HOSTS = ["*.wikipedia.org", "*.example.org"]
    return make_project()


def change(project: Project, **changes: Any) -> PageSearch:
    return set_page_search(project=project, changes=changes, at=AT, actor=None)


def test_headers_are_kept_encrypted_until_the_host_changes(project: Project) -> None:
    assert header_names(change(project, **SERVICE, headers=KEY)) == ["X-Key"]
    stored = PageSearch.objects.get()
    assert "hush" not in stored.headers
    assert header_names(change(project, address="https://s.example.org/2?q={query}")) == ["X-Key"]
    assert header_names(change(project, address="https://t.example.org/?q={query}")) == []
    assert header_names(change(project, headers=KEY)) == ["X-Key"]
    assert header_names(change(project, headers={})) == []
    assert [event.details["headers"] for event in Event.objects.filter(subject="page_search")] == [
        ["X-Key"], ["X-Key"], [], ["X-Key"], [],
    ]  # fmt: skip


def test_headers_that_can_no_longer_be_read_are_asked_for_again(
    project: Project, settings: Any, tmp_path: Path
) -> None:
    search = change(project, **SERVICE, headers=KEY)
    settings.SECRET_KEY = "another"
    assert header_names(search) == []
    with pytest.raises(ConflictError, match="SECRET_KEY has changed"):
        make_search(project, Asked("service"), pages_at=tmp_path, stay_alive=lambda: None)


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({"provider": "service"},
         {"address": "Give the address of the service, with {query} in it."}),
        ({"address": "https://s.elsewhere.org/?q={query}"},
         {"address": "s.elsewhere.org is not among the hosts that this site may contact: see"
          " FETCH_HOSTS."}),
        ({"address": "http://s.example.org/?q={query}"},
         {"address": "Give an address that begins with https."}),
        ({"address": "https://elsewhere.org\\.example.org/?q={query}"},
         {"address": "Give another address: it has a backslash or a control character."}),
        ({"address": "https://s.example.org/?q={query}\x7f"},
         {"address": "Give another address: it has a backslash or a control character."}),
        ({"address": "https://{query}.example.org/?q={query}"},
         {"address": "Give another address: no host has such a name."}),
        ({"address": f"https://{'a' * 64}.example.org/?q={{query}}"},
         {"address": "Give another address: no host has such a name."}),
        ({"headers": {"Host": "a"}, "path": "a\0"},
         {"path": "Give keys with dots between them, such as web.results.url.",
          "headers": "Leave out Host: the platform sets it."}),
    ],
)  # fmt: skip
def test_a_search_that_cannot_be_used_changes_nothing(
    project: Project, changes: dict[str, Any], problems: dict[str, str]
) -> None:
    with pytest.raises(InvalidInputError) as error:
        change(project, **changes)
    assert error.value.fields == problems
    assert PageSearch.objects.count() == 0


def test_the_command_never_shows_what_is_in_headers(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "headers"
    file.write_text("X-Key: hush\n\n")
    options = ["--provider", "service", "--address", SERVICE["address"], "--path", "hits"]
    call_command("set_page_search", project.slug, *options, "--headers", str(file))
    assert capsys.readouterr().out.splitlines() == [
        "provider: service",
        f"address: {SERVICE['address']}",
        "path: hits",
        "headers: ['X-Key']",
    ]
    file.write_text("X-Key hush")
    with pytest.raises(SystemExit):
        call_command("set_page_search", project.slug, "--headers", str(file))
    assert capsys.readouterr().err == (
        f"{file}:1: This is not a header. Write it as Name: value.\n"
    )
