"""The lock files fit the lists that they are made from, and name no host."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from scripts.bootstrap import ROOT
from scripts.lock import LOCKS, LOWEST, Lock

LISTS = sorted(ROOT.glob("requirements*.txt"))


def lines_of(path: Path) -> list[Requirement]:
    """The requirements of one list, without those of the lists that it includes."""
    lines = (line.partition(" #")[0].strip() for line in path.read_text().splitlines())
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-"))]


def requirements_of(path: Path) -> list[Requirement]:
    """The requirements of a list and of the lists that it includes."""
    included = re.findall(r"^-r (\S+)", path.read_text(), flags=re.MULTILINE)
    more = [found for name in included for found in requirements_of(path.parent / name)]
    return [*more, *lines_of(path)]


def pins_of(lock: Lock) -> dict[str, list[Requirement]]:
    """What a lock file names, by package: one version, or one each for several Pythons."""
    found: dict[str, list[Requirement]] = {}
    for line in lock.file.read_text().splitlines():
        if re.match(r"[a-z0-9]", line):
            pin = Requirement(line.removesuffix(" \\"))
            found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


def version_of(pin: Requirement) -> Version:
    """The one version that a line of a lock file allows."""
    (only,) = pin.specifier
    assert only.operator == "=="
    return Version(only.version)


def lower_bound(requirement: Requirement) -> Version:
    """The oldest version that a line of a list allows."""
    (bound,) = (each.version for each in requirement.specifier if each.operator in {">=", "=="})
    return Version(bound)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_every_requirement_has_a_lower_and_an_upper_bound(path: Path) -> None:
    kinds = [{each.operator for each in line.specifier} for line in lines_of(path)]
    assert [kind for kind in kinds if kind not in ({">=", "<"}, {"=="})] == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.file.name)
def test_a_lock_file_fits_its_list(lock: Lock) -> None:
    pins = pins_of(lock)
    unfit = [
        str(wanted)
        for wanted in requirements_of(ROOT / lock.source)
        if not (found := pins.get(canonicalize_name(wanted.name)))
        or any(version_of(pin) not in wanted.specifier for pin in found)
    ]
    assert unfit == [], "run make lock"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.file.name)
def test_a_lock_file_keeps_nothing_that_left_its_list(lock: Lock) -> None:
    text = lock.file.read_text()
    blocks = re.findall(r"^([a-z0-9-]+)==[^\n]*\n((?: .*\n)+)", text, flags=re.MULTILINE)
    direct = {name for name, block in blocks if re.search(r"(via|#  ) -r requirements", block)}
    names = {canonicalize_name(wanted.name) for wanted in requirements_of(ROOT / lock.source)}
    assert direct == names, "run make lock"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.file.name)
def test_a_lock_file_has_a_hash_for_every_package_and_names_no_host(lock: Lock) -> None:
    text = lock.file.read_text()
    assert "://" not in text
    lines = text.splitlines()
    unhashed = [
        line
        for line, after in zip(lines, [*lines[1:], ""], strict=True)
        if re.match(r"[a-z0-9]", line) and "--hash=sha256:" not in after
    ]
    assert unhashed == []


def test_the_lowest_versions_are_the_lower_bounds() -> None:
    (lock,) = (lock for lock in LOCKS if lock.file == LOWEST)
    pins = pins_of(lock)
    higher = [
        f"{wanted.name}: {[str(version_of(pin)) for pin in pins[canonicalize_name(wanted.name)]]}"
        for wanted in requirements_of(ROOT / lock.source)
        if {version_of(pin) for pin in pins[canonicalize_name(wanted.name)]}
        != {lower_bound(wanted)}
    ]
    assert higher == []


def test_everything_is_tested_with_the_versions_that_are_run() -> None:
    run, *tested = (
        {name: {version_of(pin) for pin in pins} for name, pins in pins_of(lock).items()}
        for lock in LOCKS
        if lock.file.name
        in {"requirements.lock", "requirements-dev.lock", "requirements-long.lock"}
    )
    assert [{name: lock[name] for name in run} for lock in tested] == [run, run]
