"""The commands as somebody types them: output, errors, exit status."""

import errno
import io
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import orjson
import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from annotator.exchange.imports.progress import ImportProgress
from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Membership, Project
from annotator.workspace.projects.queries import current_guideline
from tests.exchange.imports.import_jobs import imported_ids, queue_import, write_lines
from tests.factories.corpus import HTML, make_examples, make_member, make_page, make_project
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db

NOT_TEXT = "The file is not text in UTF-8. Save it as text in UTF-8."


def test_create_project_creates_it_with_its_guidelines(typed: Any, tmp_path: Path) -> None:
    guidelines = tmp_path / "guide.md"
    guidelines.write_text("# Read\n")
    status, out, err = typed(
        "create_project", "dev", "--kind", "nq", "--title", "Dev set", "--overlap", 5,
        "--lease-minutes", 30, "--guidelines", guidelines, "--json",
    )  # fmt: skip
    project = Project.objects.get()
    guideline = current_guideline(project)
    assert (status, out[0], err) == (0, "Created dev.", [])
    assert orjson.loads(out[-1]) == {
        "slug": "dev", "kind": "nq", "title": "Dev set", "overlap": 5, "lease_minutes": 30,
        "regime": "full", "minutes_per_question": None, "recommended_per_day": None,
        "requires_training": False,
    }  # fmt: skip
    assert guideline is not None
    assert guideline.markdown == "# Read\n"


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ([], ("full", 60, 10, False)),
        (["--minutes-per-question", 0, "--recommended-per-day", 0], ("full", None, None, False)),
        (
            ["--minutes-per-question", 30, "--regime", "no_context"],
            ("no_context", 30, 10, False),
        ),
    ],
)
def test_create_project_for_asqa_sets_what_is_usual_but_for_what_is_said(
    typed: Any, argv: list[str], expected: tuple[Any, ...]
) -> None:
    status, _, _ = typed(
        "create_project", "dev", "--kind", "asqa", "--title", "T", "--overlap", 1, *argv
    )
    project = Project.objects.get()
    assert status == 0
    assert expected == (
        project.regime,
        project.minutes_per_question,
        project.recommended_per_day,
        project.requires_training,
    )


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"slug": "taken"},
            "slug: There is already a project named taken. Choose another short name.",
        ),
        (
            {"--guidelines": "/nowhere.md"},
            "/nowhere.md: The file can't be read (No such file or directory). Check its path.",
        ),
    ],
)
def test_create_project_names_what_is_wrong(
    typed: Any, changes: dict[str, str], problem: str
) -> None:
    make_project("taken")
    options = {"--kind": "nq", "--title": "T", "--overlap": "1"} | changes
    slug = options.pop("slug", "dev")
    argv = [part for pair in options.items() for part in pair]
    assert typed("create_project", slug, *argv) == (1, [], [problem])
    assert Project.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("# Read\n".encode("utf-16-le"), NOT_TEXT),
        (b"PK\x03\x04\xff", NOT_TEXT),
        (200_001 * b"a", "The text has 200,001 characters; the limit is 200,000. Shorten it."),
    ],
)
def test_guidelines_that_can_not_be_shown_are_refused(
    typed: Any, tmp_path: Path, content: bytes, problem: str
) -> None:
    path = tmp_path / "guide.md"
    path.write_bytes(content)
    argv = ("dev", "--kind", "nq", "--title", "T", "--overlap", 1, "--guidelines", path)
    assert typed("create_project", *argv) == (1, [], [f"{path}: {problem}"])
    assert not Project.objects.exists()


def test_instructions_from_windows_get_line_feeds(tmp_path: Path) -> None:
    path = tmp_path / "instructions.md"
    path.write_bytes(b"# Read\r\n\r\nThen answer.\r")
    assert PlumblineCommand().read_text(str(path)) == "# Read\n\nThen answer.\n"


def test_guidelines_lose_their_byte_order_mark(typed: Any, tmp_path: Path) -> None:
    path = tmp_path / "guide.md"
    path.write_bytes(b"\xef\xbb\xbf# Read\n")
    argv = ("dev", "--kind", "nq", "--title", "T", "--overlap", 1, "--guidelines", path)
    assert typed("create_project", *argv)[0] == 0
    guideline = current_guideline(Project.objects.get())
    assert guideline is not None
    assert guideline.markdown == "# Read\n"


@pytest.mark.parametrize("overlap", ["0", "1001", "-3"])
def test_create_project_refuses_an_impossible_overlap(typed: Any, overlap: str) -> None:
    status, _, _ = typed(
        "create_project", "dev", "--kind", "nq", "--title", "T", f"--overlap={overlap}"
    )
    assert status == 1
    assert not Project.objects.exists()


def test_wrong_arguments_are_bad_input_like_any_other() -> None:
    command = [sys.executable, "manage.py", "create_project", "dev", "--kind", "haiku"]
    ended = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, check=False)
    assert ended.returncode == 1
    assert b"invalid choice: 'haiku'" in ended.stderr


def test_create_user_can_be_repeated(typed: Any) -> None:
    project = make_project("dev")
    argv = ("create_user", "ada", "--password", "a quite long password", "--json")
    membership = ("--project", "dev", "--role")
    first = typed(*argv, *membership, "annotator")
    second = typed(*argv, *membership, "lead")
    assert [first[0], second[0]] == [0, 0]
    assert orjson.loads(first[1][-1]) == {
        "username": "ada", "created": True, "project": "dev", "role": "annotator",
    }  # fmt: skip
    assert orjson.loads(second[1][-1])["created"] is False
    assert [(m.project, m.user.username, m.role) for m in Membership.objects.all()] == [
        (project, "ada", "lead")
    ]


@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        (
            ("--project", "nowhere", "--role", "lead"),
            "slug: There is no project nowhere. Create it with create_project.",
        ),
        (("--project", "dev"), "project: Give --project and --role together."),
    ],
)
def test_create_user_creates_nobody_when_something_is_wrong(
    typed: Any, argv: tuple[str, ...], problem: str
) -> None:
    make_project("dev")
    answer = typed("create_user", "ada", "--password", "a quite long password", *argv)
    assert answer == (1, [], [problem])
    assert not User.objects.exists()


def test_import_nq_reports_what_it_did(typed: Any, tmp_path: Path) -> None:
    project = make_project("dev")
    path = write_lines(tmp_path / "a.jsonl.gz", [small_example(1), small_example(2)])
    status, out, err = typed("import_nq", "dev", path, "--annotations", "--json")
    report = orjson.loads(out[-1])
    assert (status, out[0], err) == (0, "Imported 2 examples with 10 annotations.", [])
    assert report == {
        "job": str(Job.objects.get(kind="import_nq").pk),
        "state": "succeeded",
        "done": 2,
        "total": 2,
        "message": "Imported 2 examples with 10 annotations.",
        "imported": 2,
        "same": 0,
        "refused": 0,
        "annotations": 10,
        "problem_count": 0,
        "problems": [],
    }
    assert imported_ids(project) == [1, 2]


def test_import_nq_gives_a_line_per_problem_with_file_line_field_and_fix(
    typed: Any, tmp_path: Path
) -> None:
    project = make_project("dev")
    bad = small_example(2) | {"question_text": 3, "document_url": None}
    path = write_lines(tmp_path / "a.jsonl", [small_example(1), bad])
    status, out, err = typed("import_nq", "dev", path, "--json")
    assert err == [
        f"{path}:2: question_text: 3 is not a string. Write a string.",
        f"{path}:2: document_url: null is not a string. Write a string.",
    ]
    assert (status, out[0]) == (1, f"Stopped at {path}:2. Nothing was imported.")
    assert [p["field"] for p in orjson.loads(out[-1])["problems"]] == [
        "question_text",
        "document_url",
    ]
    assert imported_ids(project) == []


def test_import_nq_can_skip_bad_lines(typed: Any, tmp_path: Path) -> None:
    project = make_project("dev")
    path = write_lines(tmp_path / "a.jsonl", [b"{", small_example(2)])
    status, out, err = typed("import_nq", "dev", path, "--on-error", "skip")
    assert (status, len(err)) == (0, 1)
    assert out == ["Imported 1 example. Refused 1 line; the problems are listed."]
    assert imported_ids(project) == [2]


def test_import_nq_names_a_missing_file_and_a_missing_project(typed: Any, tmp_path: Path) -> None:
    make_project("dev")
    assert typed("import_nq", "nowhere", tmp_path / "a.jsonl") == (
        1,
        [],
        ["slug: There is no project nowhere. Create it with create_project."],
    )
    status, _, err = typed("import_nq", "dev", tmp_path / "a.jsonl")
    assert (status, err) == (
        1,
        [
            (
                f"{tmp_path}/a.jsonl: the file can't be read (No such file or directory). "
                "Check its path."
            )
        ],
    )


def test_import_nq_takes_up_the_same_import_where_it_was_killed(typed: Any, tmp_path: Path) -> None:
    project = make_project("dev")
    path = write_lines(tmp_path / "a.jsonl", [small_example(1), small_example(2)])
    parameters = {"annotations": False, "on_error": "stop", "split": "", "names": [str(path)]}
    killed = queue_import(project, path, **parameters)
    # No process has the number 2**22 + 1: the kernel's largest is one less.
    worker = f"{socket.gethostname()}:{2**22 + 1}:gone"
    Job.objects.filter(pk=killed.pk).update(
        state=JobState.RUNNING,
        attempts=1,
        worker=worker,
        started_at=timezone.now(),
        heartbeat_at=timezone.now(),
    )
    status, out, _ = typed("import_nq", "dev", path, "--json")
    report = orjson.loads(out[-1])
    assert (status, report["job"], report["imported"]) == (0, str(killed.pk), 2)
    assert Job.objects.filter(kind="import_nq").count() == 1


def test_import_nq_refuses_to_go_on_with_another_file_and_then_takes_it_anew(
    typed: Any, tmp_path: Path
) -> None:
    project = make_project("dev")
    path = write_lines(tmp_path / "lines.jsonl", [small_example(n) for n in range(3)])
    parameters = {
        "paths": [str(path.resolve())],
        "names": [str(path)],
        "annotations": False,
        "on_error": "stop",
        "split": "",
    }
    killed = queue_import(project, path, **parameters)
    Job.objects.filter(pk=killed.pk).update(
        state=JobState.QUEUED,
        attempts=1,
        started_at=timezone.now(),
        done=1,
        checkpoint=ImportProgress(line=2, same=1, files=[(7, "0" * 64)]).checkpoint(),
    )
    status, _, err = typed("import_nq", "dev", path)
    size = path.stat().st_size
    told = (
        f"{path} has changed since this import began: it had 7 bytes and has {size:,} now."
        " Nothing was imported. Start the import again to take the files as they are now,"
        " or put the old file back before you do."
    )
    assert (status, err) == (1, [told])
    assert typed("import_nq", "dev", path)[0] == 0
    assert imported_ids(project) == [0, 1, 2]


def test_import_pages_finds_files_relative_to_the_lines(
    typed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project("dev")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "bob.html").write_bytes(HTML)
    line = {
        "question_text": "what is it",
        "document_url": "u",
        "document_title": "Bob",
        "html_file": "bob.html",
        "example_id": 4,
    }
    write_lines(tmp_path / "data" / "a.jsonl", [line])
    monkeypatch.chdir(tmp_path)
    assert typed("import_pages", "dev", "data/a.jsonl") == (0, ["Imported 1 example."], [])
    assert imported_ids(project) == [4]


def test_export_nq_wants_a_name_that_says_the_format(typed: Any, tmp_path: Path) -> None:
    make_project("dev")
    output = tmp_path / "out.json"
    assert typed("export_nq", "dev", output) == (
        1,
        [],
        [f"{output}: output: Use a name that ends in .jsonl or .jsonl.gz."],
    )


def test_export_nq_reports_what_it_did(typed: Any, tmp_path: Path) -> None:
    make_project("dev")
    status, out, err = typed("export_nq", "dev", tmp_path / "out.jsonl", "--json")
    assert (status, out[0], err) == (0, "Exported 0 examples.", [])
    assert orjson.loads(out[-1])["state"] == "succeeded"
    assert (tmp_path / "out.jsonl").read_bytes() == b""


def test_inspect_page_prints_what_is_in_the_bytes_as_they_are(typed: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(HTML)
    status, out, err = typed("inspect_page", path)
    found = orjson.loads(out[-1])
    tokens = tokenize_page(HTML)
    assert (status, len(out), err) == (0, 1, [])
    assert [tuple(token.values()) for token in found["tokens"]] == [
        (token.token, token.start_byte, token.end_byte, token.html_token) for token in tokens
    ]
    assert [set(candidate) for candidate in found["candidates"]] == [
        {"start_byte", "end_byte", "start_token", "end_token", "top_level"}
        for _ in find_candidates(tokens)
    ]


def test_inspect_page_names_the_byte_that_is_no_utf8(typed: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"<p>caf\xe9</p>")
    assert typed("inspect_page", path) == (
        1,
        [],
        [f"{path}: Byte 7 is not UTF-8. Save the file as UTF-8."],
    )


def test_commands_can_be_called_from_code(tmp_path: Path) -> None:
    call_command("create_project", "dev", kind="nq", title="T", overlap=1, stdout=io.StringIO())
    path = write_lines(tmp_path / "a.jsonl", [small_example(1)])
    call_command("import_nq", "dev", str(path), stdout=io.StringIO())
    assert imported_ids(Project.objects.get()) == [1]


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("export_nq", "dev"), "out.jsonl"),
        (("export_history", "dev"), "out.csv"),
        (("export_person", "ada"), "out.zip"),
        (("backup",), "out.jsonl.zst"),
    ],
)
def test_an_output_behind_links_in_a_circle_is_refused_with_its_path(
    typed: Any, tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    make_member(make_project("dev"), "ada")
    for link in ("circle", name):
        (tmp_path / link).symlink_to(link)
    for output in (tmp_path / "circle" / name, tmp_path / name):
        refused = f"{output}: It can't be written (Too many levels of symbolic links)."
        assert typed(*command, output) == (1, [], [f"{refused} Check the path."])


@pytest.fixture
def mammals() -> None:
    """A project called dev, about which every command has something to write."""
    page = make_page(b"<h1>Whales</h1><p>The large mammals such as whales swim.</p>")
    make_examples(make_project("dev"), 1, page=page)


WRITES = [
    (("mine_categories", "dev", "--least", "1", "--output"), "out.tsv"),
    (("run_baseline", "dev", "first-paragraph", "--output"), "out.json"),
    (("export_nq", "dev"), "out.jsonl"),
]


@pytest.mark.usefixtures("mammals")
@pytest.mark.parametrize(("command", "name"), WRITES)
def test_an_output_that_is_a_link_is_written_where_it_leads(
    typed: Any, tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    plain, kept, link = (tmp_path / f"{kind}-{name}" for kind in ("plain", "kept", "link"))
    assert typed(*command, plain)[0] == 0
    # At first it leads to nothing, then to a file.
    link.symlink_to(kept)
    for _ in range(2):
        assert typed(*command, link)[0] == 0
        assert link.is_symlink()
        assert kept.read_bytes() == plain.read_bytes() != b""


@pytest.mark.usefixtures("mammals")
@pytest.mark.parametrize(("command", "name"), WRITES)
def test_an_output_that_is_a_pipe_is_written_to(
    typed: Any, tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    plain, pipe = tmp_path / f"plain-{name}", tmp_path / name
    assert typed(*command, plain)[0] == 0
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert typed(*command, pipe)[0] == 0
        assert os.read(reader, 2**16) == plain.read_bytes() != b""
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert sorted(tmp_path.iterdir()) == [pipe, plain]


@pytest.mark.usefixtures("mammals")
@pytest.mark.parametrize("command", [command for command, _ in WRITES[:2]])
def test_an_output_may_be_a_pipe_without_a_name(
    typed: Any, tmp_path: Path, command: tuple[str, ...]
) -> None:
    plain = tmp_path / "plain"
    assert typed(*command, plain)[0] == 0
    reader, writer = os.pipe()
    try:
        # As /dev/stdout leads to one.
        link = tmp_path / "stdout"
        link.symlink_to(f"/proc/self/fd/{writer}")
        assert typed(*command, link)[0] == 0
        os.close(writer)
        assert os.read(reader, 2**16) == plain.read_bytes() != b""
    finally:
        os.close(reader)


def test_found_categories_that_cannot_be_flushed_leave_the_file_that_was_there(
    typed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    make_project("dev")
    kept = tmp_path / "categories.tsv"
    kept.write_text("whale\t2\n")
    monkeypatch.setattr(os, "fsync", fail)
    refused = f"{kept}: It can't be written (No space left on device). Check the path."
    assert typed("mine_categories", "dev", "--output", kept) == (1, [], [refused])
    assert kept.read_text() == "whale\t2\n"
