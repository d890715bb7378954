"""What people type, and where data lies, in a clone and in the package."""

from pathlib import Path

import pytest

from annotator import installation
from annotator.installation import ROOT, command, data_folder, install


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if this copy were the package."""
    monkeypatch.setattr(installation, "IS_PACKAGE", True)


def test_a_clone_is_used_by_make_and_manage_py() -> None:
    assert (command("create_user ada"), install("nlp")) == (
        "python manage.py create_user ada",
        "make nlp",
    )


@pytest.mark.usefixtures("package")
def test_the_package_is_used_by_its_command_and_its_extras() -> None:
    assert (command("create_user ada"), install("nlp")) == (
        "plumbline create_user ada",
        "pip install 'plumbline-annotator[nlp]'",
    )


@pytest.mark.parametrize(("given", "found"), [("", ROOT / "var"), ("data", ROOT / "data")])
def test_data_of_a_clone_lies_below_it(given: str, found: Path) -> None:
    assert data_folder(given) == found


@pytest.mark.usefixtures("package")
def test_data_of_the_package_lies_in_the_named_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_folder("data") == tmp_path / "data"


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("shared", "found"),
    [
        ("", ".local/share/plumbline"),
        ("relative", ".local/share/plumbline"),
        ("{home}/shared", "shared/plumbline"),
    ],
)
def test_data_of_the_package_lies_with_the_users_in_whatever_folder_they_are(
    shared: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", shared.format(home=tmp_path))
    assert data_folder("") == tmp_path / found
