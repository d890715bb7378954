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


def test_locked_parts_are_installed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[str] = []
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap, "pip_install", lambda lock: installed.append(lock.name))
    for wanted in (["platform", "nginx"], ["platform"], ["platform", "node"]):
        bootstrap.install_parts(*wanted)
    assert installed == ["uv.lock", "platform-nginx.lock", "node.lock"]


@pytest.mark.parametrize(("uv_fails", "installers"), [(False, ["uv"]), (True, ["uv", "python"])])
def test_pip_installs_what_uv_could_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, uv_fails: bool, installers: list[str]
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str]) -> None:
        commands.append(command)
        if uv_fails and Path(command[0]).name == "uv":
            raise SetupError("no such host")

    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap, "run", run)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "uv").touch()
    bootstrap.install_locked(tmp_path / "some.lock")
    assert [Path(command[0]).name for command in commands] == installers
    assert all(command[-3] == "--require-hashes" for command in commands)


def test_a_machine_without_uv_is_set_up_by_pip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[str] = []

    def pip_install(lock: Path) -> None:
        if lock.name == "uv.lock":
            raise SetupError("no matching distribution")
        installed.append(lock.name)

    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap, "pip_install", pip_install)
    bootstrap.install_parts("platform")
    assert installed == ["platform.lock"]


def test_sources_of_the_front_end_are_neither_installed_nor_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("package.json", "src/main.ts", "dist/main.js", "node_modules/a/index.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    documents = tmp_path.with_name("docs")
    documents.mkdir()
    (documents / "tour.md").touch()
    monkeypatch.setattr(bootstrap, "FRONTEND", tmp_path)
    monkeypatch.setattr(bootstrap, "DOCUMENTS", documents)
    assert frontend_sources() == [
        tmp_path / "package.json",
        tmp_path / "src" / "main.ts",
        documents / "tour.md",
    ]


def test_the_clone_has_no_environment_of_its_own_on_the_path_without_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setenv("PATH", "/usr/bin")
    without = bootstrap.tool_environment()["PATH"]
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "node").touch()
    assert (without, bootstrap.tool_environment()["PATH"]) == (
        "/usr/bin",
        f"{tmp_path}/bin:/usr/bin",
    )
