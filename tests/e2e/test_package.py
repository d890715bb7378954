"""The package as a newcomer gets it: a wheel, an empty virtual environment, no Node, no clone."""

import subprocess
import sys
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from annotator.workspace.accounts.demo_accounts import DEMO_PASSWORD
from scripts.bootstrap import venv_program
from scripts.lock import PLATFORM_LOCK
from scripts.package import build_wheel
from tests.e2e.annotating import Desk
from tests.e2e.server import Server
from tests.e2e.signing_in import sign_in

pytestmark = [pytest.mark.long, pytest.mark.above_database]

QUESTION = "what was the name of the lighthouse keeper who swallowed molten lead"
ANSWER = {
    "question_quality": "good",
    "long_answer": None,
    "short_answers": [],
    "yes_no_answer": "NONE",
}


class InstalledServer(Server):
    """What `plumbline` starts in a folder of a user, with settings of its own alone."""

    def __init__(self, environment: Path, home: Path, folder: Path) -> None:
        """Take the program out of a virtual environment."""
        super().__init__(home)
        self.installed = environment
        self.program = [str(environment / "bin" / "plumbline")]
        self.folder = folder
        self.environment = {
            "HOME": str(home),
            "PATH": str(environment / "bin"),
            "PORT": str(self.port),
        }

    @property
    def site_packages(self) -> Path:
        """Where the packages lie."""
        (found,) = self.installed.glob("lib/python3*/site-packages")
        return found

    def files(self) -> set[Path]:
        """The files of the package, without what Python compiles of them."""
        found = (self.site_packages / "plumbline_annotator").rglob("*")
        return {file for file in found if file.is_file() and file.suffix != ".pyc"}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel and the locked packages that it asks for."""
    folder = tmp_path_factory.mktemp("environment")
    wheel = build_wheel(tmp_path_factory.mktemp("wheel"))
    uv = str(venv_program("uv"))
    python = str(folder / "bin" / "python")
    for command in (
        [uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, str(folder)],
        [
            uv,
            "pip",
            "install",
            "--quiet",
            "--python",
            python,
            "--constraints",
            PLATFORM_LOCK,
            wheel,
        ],
    ):
        subprocess.run(command, check=True)
    return folder


@pytest.fixture(scope="module")
def server(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server, started in a folder whose own packages are called as the platform's are."""
    folder = tmp_path_factory.mktemp("user")
    for name in ("api", "scripts", "annotator"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text("raise SystemExit('not the platform')")
    server = InstalledServer(environment, tmp_path_factory.mktemp("home"), folder)
    before = server.files()
    server.start()
    yield server
    server.stop()
    assert server.files() == before


def test_an_annotator_answers_the_first_question_of_the_demo_over_http(
    server: InstalledServer, playwright: Playwright
) -> None:
    requests = playwright.request.new_context(base_url=f"{server.url}/api/v1/")
    account = {"username": "ada", "password": DEMO_PASSWORD}
    token = requests.post("auth/token/", data=account).json()["token"]
    by = {"Authorization": f"Token {token}"}
    assignment = requests.post("projects/demo/assignments/next/", headers=by).json()
    address = f"assignments/{assignment['id']}"
    good = {"question_quality": "good", "version": assignment["version"]}
    page = requests.put(f"{address}/draft/", data=good, headers=by).json()["page"]
    submitted = requests.post(f"{address}/submit/", data=ANSWER, headers=by)
    requests.dispose()
    assert assignment["question"]["text"] == QUESTION
    assert page["candidates"] != []
    assert submitted.status == HTTPStatus.CREATED, submitted.text()


def test_an_annotator_opens_a_page_in_the_browser(server: Server, page: Page) -> None:
    sign_in(page, "ben", password=DEMO_PASSWORD)
    page.goto("/projects/demo/annotate")
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()
    desk = Desk(page)
    desk.expect_stage("question")
    desk.judge_good()


def test_data_lies_with_the_users_and_nothing_where_they_are(server: InstalledServer) -> None:
    data = server.data_dir / ".local" / "share" / "plumbline"
    assert (data / "plumbline.sqlite3").is_file()
    assert sorted(path.name for path in server.folder.iterdir()) == ["annotator", "api", "scripts"]


def test_a_command_is_that_of_manage_py(server: InstalledServer) -> None:
    done = subprocess.run(
        [*server.program, "export_nq", "demo", "answers.jsonl"],
        cwd=server.data_dir,
        env=server.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "Exported 40 examples.\n"), done.stderr
    assert (server.data_dir / "answers.jsonl").is_file()


def test_the_package_takes_one_name_in_site_packages(server: InstalledServer) -> None:
    (record,) = server.site_packages.glob("plumbline_annotator-*.dist-info/RECORD")
    places = {Path(line.partition(",")[0]).parts[0] for line in record.read_text().splitlines()}
    assert places == {"plumbline_annotator", record.parent.name, ".."}
