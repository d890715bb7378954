"""What setting up does again and what it leaves alone."""

from pathlib import Path

import pytest

from scripts import bootstrap
from scripts.bootstrap import SetupError, content_hash, frontend_sources, is_stamped


@pytest.mark.parametrize(
    ("version", "suitable"),
    [
        ("v18.20.4", False),
        ("v20.18.9", False),
        ("v20.19.0", True),
        ("v21.7.3", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.0.1", True),
        ("", False),
        ("not found", False),
    ],
)
def test_node_is_suitable_where_vite_runs(version: str, suitable: bool) -> None:
    assert bootstrap.is_suitable_node(version) is suitable


def test_content_hash_follows_names_and_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"a")
    two.write_bytes(b"b")
    before = content_hash([one, two])
    one.write_bytes(b"ab")
    two.write_bytes(b"")
    changed = content_hash([one, two])
    one.write_bytes(b"a")
    two.write_bytes(b"b")
    assert (before != changed, before == content_hash([one, two])) == (True, True)


def test_content_hash_names_a_missing_file() -> None:
    with pytest.raises(SetupError, match=r"^frontend/nowhere\.json is missing$"):
        content_hash([bootstrap.FRONTEND / "nowhere.json"])


def test_a_step_is_done_when_its_stamp_has_the_key(tmp_path: Path) -> None:
    stamp = tmp_path / "stamp"
    missing = is_stamped(stamp, "key")
    stamp.write_text("key", encoding="utf-8")
    assert (missing, is_stamped(stamp, "key"), is_stamped(stamp, "other")) == (False, True, False)


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A virtual environment whose pip and uv only note what they shall install."""
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    (tmp_path / "bin").mkdir()
    put_program(tmp_path, "python")
    return tmp_path


def put_program(venv: Path, name: str, *, fails: str = "nothing") -> None:
    """A program that notes its arguments and fails if ``fails`` is among them."""
    program = venv / "bin" / name
    noted = venv / "noted"
    program.write_text(
        f'#!/bin/sh\necho {name} "$@" >> {noted}\ncase "$*" in *{fails}*) exit 1; esac\n'
    )
    program.chmod(0o755)


def installed(venv: Path) -> list[list[str]]:
    """The program and the list of each installation, in order; each wants hashes."""
    commands = [line.split() for line in (venv / "noted").read_text().splitlines()]
    assert all(command[-3] == "--require-hashes" for command in commands)
    return [[command[0], Path(command[-1]).name] for command in commands]


def test_locked_parts_are_installed_once(venv: Path) -> None:
    for wanted in (["platform", "nginx"], ["platform"], ["platform", "node"]):
        bootstrap.install_parts(*wanted)
    assert installed(venv) == [
        ["python", "uv.lock"],
        ["python", "platform-nginx.lock"],
        ["python", "node.lock"],
    ]


@pytest.mark.parametrize(("fails", "programs"), [("nothing", ["uv"]), ("uv", ["uv", "python"])])
def test_pip_installs_what_uv_could_not(venv: Path, fails: str, programs: list[str]) -> None:
    put_program(venv, "uv", fails="some.lock" if fails == "uv" else fails)
    bootstrap.install_locked(venv / "some.lock")
    assert installed(venv) == [[name, "some.lock"] for name in programs]


def test_a_machine_without_uv_is_set_up_by_pip(venv: Path) -> None:
    put_program(venv, "python", fails="uv.lock")
    bootstrap.install_parts("platform")
    assert installed(venv) == [["python", "uv.lock"], ["python", "platform.lock"]]


def test_sources_of_the_front_end_are_neither_installed_nor_built(tmp_path: Path) -> None:
    for name in ("package.json", "src/main.ts", "dist/main.js", "node_modules/a/index.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    documents = tmp_path.with_name("docs")
    documents.mkdir()
    (documents / "tour.md").touch()
    assert frontend_sources(tmp_path, documents) == [
        tmp_path / "package.json",
        tmp_path / "src" / "main.ts",
        documents / "tour.md",
    ]


def test_the_clone_has_no_environment_of_its_own_on_the_path_without_node(
    venv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/usr/bin")
    without = bootstrap.tool_environment()["PATH"]
    (venv / "bin" / "node").touch()
    assert (without, bootstrap.tool_environment()["PATH"]) == (
        "/usr/bin",
        f"{venv}/bin:/usr/bin",
    )
