import io
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import orjson
import pytest
import zstandard
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import Draft
from annotator.collecting.annotations.revisions import reopen_annotation, revise_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.exceptions import ConflictError, DomainError, InvalidInputError
from annotator.quality.judgments.meeting import add_note, show_answer
from annotator.quality.judgments.models import Judgment, JudgmentRound
from annotator.running.operations.archive import read_backup, write_backup
from annotator.running.operations.tables import all_models
from annotator.workspace.accounts.models import ApiToken, User
from annotator.workspace.accounts.tokens import create_token
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project
from scripts.bootstrap import ROOT
from scripts.services import Services
from tests.exchange.imports.import_jobs import run_import, write_lines
from tests.factories.corpus import (
    AT,
    BAD,
    make_annotators,
    make_examples,
    make_member,
    make_project,
)
from tests.factories.judgments import answers_of, finish, make_round, meet, seats_of
from tests.material.formats.nq_examples import small_example
from tests.real_services import empty_services

pytestmark = pytest.mark.django_db(transaction=True)

DRAFT = {
    "question_quality": "good",
    "long_answer": None,
    "long_answer_decided": False,
    "short_answers": [],
    "yes_no_answer": "NONE",
    "short_answer_decided": False,
    "stage": "long_answer",
    "active_seconds": {"question": 1.25, "long_answer": 0.0, "short_answer": 0.0},
}


def quiet(table: str, rows: int) -> None:
    """Nobody looks."""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Imported annotations, a submission, a draft, and a token from another time."""
    project = make_project(overlap=6)
    values = [small_example(9), small_example(-(2**63), "Spirit level")]
    run_import(project, write_lines(tmp_path / "in.jsonl", values), annotations=True)
    first, second = make_annotators(project, 2)
    submitted = claim_assignment(project=project, annotator=first, at=AT)
    drafted = claim_assignment(project=project, annotator=second, at=AT)
    assert submitted is not None
    assert drafted is not None
    annotation, _ = submit_annotation(
        assignment=submitted, answer=BAD, at=AT, idempotency_key="once"
    )
    reopen_annotation(annotation=annotation, reason="Really?", at=AT, actor=second)
    revise_annotation(annotation=annotation, answer=BAD, reason="Yes", at=AT)
    save_draft(assignment=drafted, version=0, answer=DRAFT, at=AT)
    create_token(user=first, name="script", at=AT - timedelta(days=3, microseconds=1))
    return project


def backed_up() -> bytes:
    file = io.BytesIO()
    write_backup(output=file, observer=quiet)
    return file.getvalue()


def restored(backup: bytes) -> dict[str, int]:
    return read_backup(source=io.BytesIO(backup), observer=quiet)


def exported(project: Project, path: Path) -> bytes:
    call_command("export_nq", project.slug, str(path))
    return path.read_bytes()


def emptied() -> None:
    call_command("flush", interactive=False)
    ContentType.objects.clear_cache()


def rows_of_all_tables() -> dict[str, int]:
    return {model._meta.db_table: model._base_manager.count() for model in all_models()}


def test_a_restored_backup_gives_the_same_export_and_the_same_backup(
    project: Project, tmp_path: Path
) -> None:
    before = exported(project, tmp_path / "before.jsonl.gz")
    backup, rows = backed_up(), rows_of_all_tables()
    emptied()
    counts = restored(backup)
    assert (counts, rows_of_all_tables()) == (rows, rows)
    assert backed_up() == backup
    assert exported(project, tmp_path / "after.jsonl.gz") == before
    assert ApiToken.objects.get().created == AT - timedelta(days=3, microseconds=1)
    assert Draft.objects.get().answer["active_seconds"] == DRAFT["active_seconds"]


@pytest.mark.only_on("postgresql", reason="SQLite ends no transaction itself")
def test_the_server_does_not_end_a_backup_whose_reader_pauses(project: Project) -> None:
    found = set()

    def look(table: str, rows: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SHOW idle_in_transaction_session_timeout")
            found.update(cursor.fetchone())

    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = '5min'")
    write_backup(output=io.BytesIO(), observer=look)
    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        after = cursor.fetchone()
    connection.close()
    assert (found, after) == ({"0"}, ("5min",))


def test_numbers_that_only_json_holds_come_back() -> None:
    numbers = {"integer": 10**30, "large": 1e16, "larger": 1.5e300, "zero": -0.0, "small": 1e-7}
    Job.objects.create(kind="export_nq", parameters=numbers, created_at=AT)
    backup = backed_up()
    emptied()
    restored(backup)
    assert Job.objects.get().parameters == numbers | {"larger": 15 * 10**299}
    assert backed_up() == backup
    (row,) = [line for line in unpacked(backup) if b'"integer"' in line]
    # As PostgreSQL would write them, so that a copy of SQLite's rows compares equal there.
    assert b'"large":10000000000000000,' in row
    assert b'"zero":0.0}' in row


def test_work_goes_on_after_a_restore_with_new_ids(project: Project) -> None:
    backup = backed_up()
    newest = User.objects.latest("pk").pk
    emptied()
    restored(backup)
    following = make_project("next")
    make_examples(following, 1)
    newcomer = make_member(following, "newcomer").user
    assignment = claim_assignment(project=following, annotator=newcomer, at=AT)
    assert (newcomer.pk > newest, assignment is not None) == (True, True)


def test_a_meeting_goes_on_after_a_restore_where_it_was() -> None:
    """A round and the answer on its screen refer to each other."""
    round_ = meet(make_round(answers=2), [["C", "W"], ["C", "C"]])
    author = seats_of(round_)[0].user
    shown = show_answer(round_=round_, number=1, at=AT, actor=author)
    answer = answers_of(round_)[0]
    add_note(answer=answer, text="Look.", idempotency_key="once", at=AT, actor=author)
    backup, rows = backed_up(), rows_of_all_tables()
    emptied()
    restored(backup)
    assert (rows_of_all_tables(), backed_up()) == (rows, backup)
    again = JudgmentRound.objects.get()
    assert (again.on_screen_id, again.shown_by_id) == (shown.on_screen_id, author.pk)
    with pytest.raises(IntegrityError, match="first votes never change"), transaction.atomic():
        Judgment.objects.update(verdict="C_d")
    assert finish(again, ["C_d", "C"]).phase == "finished"


def test_restore_refuses_a_database_that_holds_anything(project: Project) -> None:
    backup = backed_up()
    with pytest.raises(ConflictError, match=r"accounts_user.*Restore into a new") as refused:
        restored(backup)
    assert refused.value.code == "not_empty"


def test_a_backup_to_a_full_disk_ends_in_a_sentence(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # At the end of the test capsys has closed what would be put back.
    with Path("/dev/full").open("w", encoding="utf-8") as full, monkeypatch.context() as during:
        during.setattr(sys, "stdout", full)
        with pytest.raises(SystemExit) as ended:
            call_command("backup", "-")
    problem = "output: The backup is not complete: No space left on device.\n"
    assert (ended.value.code, capsys.readouterr().err) == (1, problem)


def unpacked(backup: bytes) -> list[bytes]:
    with zstandard.ZstdDecompressor().stream_reader(io.BytesIO(backup)) as reader:
        return reader.read().splitlines(keepends=True)


def packed(lines: list[bytes]) -> bytes:
    return zstandard.ZstdCompressor().compress(b"".join(lines))


def damaged(backup: bytes) -> dict[str, bytes]:
    lines = unpacked(backup)
    user = next(
        i for i, line in enumerate(lines) if line.startswith(b"[") and b"annotator-0" in line
    )
    changed = lines[user].replace(b"annotator-0", b"annotator-9")
    longer = lines[user].replace(b"annotator-0", b'annotator-0",1,"')
    header = orjson.loads(lines[0])
    return {
        "cut short": backup[: len(backup) // 2],
        "without its last line": packed(lines[:-1]),
        "a row less": packed(lines[:user] + lines[user + 1 :]),
        "a row changed": packed([*lines[:user], changed, *lines[user + 1 :]]),
        "no backup": b"something else",
        "a row with more values": packed([*lines[:user], longer, *lines[user + 1 :]]),
        "a row that is no JSON": packed([*lines[:user], b"[1,\n", *lines[user + 1 :]]),
        "a row of lists": packed([*lines[:user], b"[" * 9000 + b"\n", *lines[user + 1 :]]),
        "another format": packed([b'{"format":"other"}\n']),
        "no migrations": packed([orjson.dumps({**header, "migrations": [[]]}) + b"\n"]),
    }


def test_a_damaged_backup_is_refused_and_leaves_the_database_empty(project: Project) -> None:
    files = damaged(backed_up())
    emptied()
    codes = {}
    for name, file in files.items():
        with pytest.raises(InvalidInputError) as refused:
            restored(file)
        codes[name] = refused.value.code
    assert codes == {
        **dict.fromkeys(files, "broken_backup"),
        **dict.fromkeys(["another format", "no migrations"], "no_backup"),
    }
    assert (User.objects.count(), Job.objects.count()) == (0, 0)


def test_a_backup_of_another_version_is_refused_with_what_differs(project: Project) -> None:
    backup = backed_up()
    emptied()
    recorder = MigrationRecorder(connection)
    recorder.record_applied("corpus", "0999_later")
    try:
        with pytest.raises(DomainError, match=r"the backup lacks .*corpus\.0999_later"):
            restored(backup)
    finally:
        recorder.record_unapplied("corpus", "0999_later")


@pytest.fixture
def services() -> Iterator[Services]:
    """PostgreSQL for the commands."""
    with empty_services() as found:
        yield found


def manage(*arguments: str, folder: Path, database_url: str = "") -> str:
    """Run a command on the SQLite of ``folder``, or on ``database_url``; its output."""
    done = run(*arguments, folder=folder, database_url=database_url)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run(*arguments: str, folder: Path, database_url: str = "") -> subprocess.CompletedProcess[str]:
    """The same for a command that may fail."""
    inherited = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**inherited, "DATA_DIR": str(folder), "DATABASE_URL": database_url},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
def test_a_target_that_holds_anything_is_not_even_migrated(
    tmp_path: Path, services: Services
) -> None:
    target = services.database_url
    manage("migrate", folder=tmp_path)
    manage("migrate", "accounts", folder=tmp_path, database_url=target)
    person = (
        "from annotator.workspace.accounts.models import User; User.objects.create(username='ada')"
    )
    manage("shell", "-c", person, folder=tmp_path, database_url=target)
    before = manage("showmigrations", folder=tmp_path, database_url=target)
    assert "[ ]" in before

    refused = run("copy_database", target, folder=tmp_path)
    assert refused.returncode == 1
    assert "The database is not empty: accounts_user." in refused.stderr
    assert "target: It is not an empty database; see the lines above." in refused.stderr
    assert manage("showmigrations", folder=tmp_path, database_url=target) == before


@pytest.mark.long
def test_sqlite_moves_to_postgresql_and_back_and_exports_the_same_bytes(
    tmp_path: Path, services: Services
) -> None:
    postgres = services.database_url
    one, two = tmp_path / "one", tmp_path / "two"
    values = write_lines(tmp_path / "in.jsonl", [small_example(9), small_example(11, "Level")])
    manage("migrate", folder=one)
    manage("create_project", "dev", "--kind=nq", "--title=Dev", "--overlap=5", folder=one)
    manage("import_nq", "dev", str(values), "--annotations", folder=one)
    manage("export_nq", "dev", str(tmp_path / "1.jsonl.gz"), folder=one)

    answer = orjson.loads(manage("copy_database", postgres, "--json", folder=one).splitlines()[-1])
    tables = answer["tables"]
    assert (tables["corpus_example"], tables["annotations_annotation"]) == (2, 10)
    manage("export_nq", "dev", str(tmp_path / "2.jsonl.gz"), folder=one, database_url=postgres)

    backup = str(tmp_path / "backup.jsonl.zst")
    manage("backup", backup, folder=one, database_url=postgres)
    manage("migrate", folder=two)
    manage("restore", backup, folder=two)
    manage("export_nq", "dev", str(tmp_path / "3.jsonl.gz"), folder=two)
    first, *others = [(tmp_path / f"{number}.jsonl.gz").read_bytes() for number in (1, 2, 3)]
    assert others == [first, first]
    assert Path(backup).stat().st_mode & 0o777 == 0o600
