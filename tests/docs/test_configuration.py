"""docs/configuration.md explains the variables that are read, and no others."""

import re
from pathlib import Path

import pytest

from tests.deploy.compose import read_example, read_services
from tests.docs.documents import ROOT, variables_read_by

# Read by make itself, or by the tests.
ELSEWHERE = {"PYTHON", "SCHEMA_EXAMPLES", "UPDATE_SCREENSHOTS"}
# Named by the operating system, Django and Celery, explained there.
OF_OTHERS = {
    "PATH",
    "XDG_DATA_HOME",
    "DJANGO_SETTINGS_MODULE",
    "CELERY_SKIP_CHECKS",
    "COVERAGE_FILE",
    "DEBIAN_FRONTEND",
}


DOCUMENT = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
EXPLAINED = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)
FOR_A_SITE = set(EXPLAINED.findall(DOCUMENT.partition("## Tests and tools")[0]))
COMPOSE_DECIDES = set(
    re.findall(
        "`([A-Z_]+)`",
        DOCUMENT.partition("Compose decides about these itself: ")[2].partition(".")[0],
    )
)
FILES = {"DATABASE_PASSWORD": "postgres_password"}


def sources() -> list[Path]:
    """The settings, everything else of the platform, and the scripts."""
    folders = (ROOT / name for name in ("annotator", "api", "scripts"))
    return [file for folder in folders for file in folder.rglob("*.py")]


def test_every_variable_that_is_read_is_explained_and_no_other() -> None:
    read = set().union(*(variables_read_by(source) for source in sources()))
    assert set(EXPLAINED.findall(DOCUMENT)) == (read - OF_OTHERS) | ELSEWHERE


def test_compose_decides_about_variables_of_the_site_alone() -> None:
    assert COMPOSE_DECIDES
    assert COMPOSE_DECIDES <= FOR_A_SITE


@pytest.mark.parametrize("name", sorted(FOR_A_SITE))
def test_compose_hands_a_variable_on_unless_it_is_said_to_decide_about_it(name: str) -> None:
    services = read_services({**read_example(), name: "as-given"})
    programs = ("prepare", "web", "worker", "beat")
    given = {services[each]["environment"].get(name) for each in programs}
    in_files = {services[each]["environment"].get(f"{name}_FILE") for each in programs}
    if in_files != {None}:
        # A secret: Compose mounts its file.
        assert (given, in_files) == ({None}, {f"/run/secrets/{FILES.get(name, name.lower())}"})
    elif name in COMPOSE_DECIDES:
        assert "as-given" not in given
    else:
        assert given == {"as-given"}


def test_compose_gives_the_proxy_the_limit_of_uploads() -> None:
    services = read_services({**read_example(), "MAX_UPLOAD_BYTES": "1000"})
    assert services["proxy"]["environment"]["MAX_UPLOAD_BYTES"] == "1000"


def test_variables_are_recognised_however_they_are_read(tmp_path: Path) -> None:
    source = tmp_path / "settings.py"
    source.write_text(
        """
ONE = env.text("ONE")
TWO = env.flag("TWO", default=True)
THREE = os.environ["THREE"]
FOUR = os.environ.get("FOUR")
FIVE = whole_number(environment, "FIVE", default=1)
os.environ["WRITTEN"] = "1"
OTHER = mapping.get("SIX"), env.text(name), print("SEVEN")
""",
        encoding="utf-8",
    )
    assert variables_read_by(source) == {"ONE", "TWO", "THREE", "FOUR", "FIVE"}
