"""Nobody but stewards and the annotators themselves reads anything of the hidden split, whatever
they call: every row of the table of permissions, on the hidden objects and on all others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.guidance.models import Feedback, QuestionThread
from annotator.exchange.intake.filtering.decision import Step
from annotator.exchange.intake.page_refreshing import REFRESH_PAGES
from annotator.material.corpus.models import Example, Page
from annotator.quality.reports.compute import content_of
from annotator.quality.reports.hidden_split import hide_split
from annotator.quality.reports.models import Report
from annotator.quality.reports.services import start_statistics
from annotator.systems.evaluation.models import (
    Gold,
    RetrievalBenchmark,
    RetrievalScore,
    Score,
    ScoredFile,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import SignedIn, client_of
from tests.api.every_caller.test_permissions import CALLS, send
from tests.api.leaks import WAYS, Mark, Search, leave_work, make_long_page, text_of
from tests.api.openapi import PREFIX
from tests.api.reach import Call, attempts
from tests.api.world import Objects, World
from tests.exchange.imports.import_jobs import write_lines
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.intake import make_query, make_refresh
from tests.factories.jobs import make_job, run_here
from tests.factories.late import make_late_annotation
from tests.factories.retrieval import make_encoder_score
from tests.factories.systems import nothing_predicted, run_scoring, write_predictions
from tests.material.formats.nq_examples import small_example
from tests.size import is_long, sized

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]

QUESTION = "xqzhidden question"
READERS = ("annotator", "expert", "lead", "administrator")
EXPORTS = ("nq", "nq-simplified", "squad", "history-jsonl", "history-csv")


@dataclass
class Secret:
    """A project with a hidden split on which ``worker`` has worked in every way."""

    world: World
    project: Project
    worker: User
    keeper: User
    page: Page
    example_ids: set[int]

    @cached_property
    def search(self) -> Search:
        """A search for what the worker left."""
        return Search(caller=self.keeper, marks={self.worker: Mark(5)}, page=self.page)

    def hidden_objects(self) -> Iterator[Objects]:
        """What addresses can name of the hidden split."""
        for example in Example.objects.filter(question__text=QUESTION):
            yield {"example": example.pk, "ambiguous_example": example.pk}
        for annotation in Annotation.objects.filter(example__question__text=QUESTION):
            named = ("annotation", "own_annotation", "reopened_annotation")
            named = (*named, "late_annotation", "accepted_annotation")
            yield dict.fromkeys(named, annotation.pk)
        for assignment in Assignment.objects.filter(example__question__text=QUESTION):
            yield dict.fromkeys(
                ("assignment", "reserved_assignment", "parked_assignment"), assignment.pk
            )
        for thread in QuestionThread.objects.filter(example__question__text=QUESTION):
            yield {"thread": thread.pk}
        for feedback in Feedback.objects.filter(annotation__example__question__text=QUESTION):
            yield {"feedback": feedback.pk, "own_feedback": feedback.pk}
        for score in Score.objects.filter(split="secret"):
            yield {"system": score.system_id}
        for file in ScoredFile.objects.filter(score__split="secret"):
            yield {"scored_file": file.pk}
        for job in Job.objects.filter(kind=REFRESH_PAGES, project_id=self.project.pk):
            yield {"refresh": job.pk, "job": job.pk}
        for encoder in RetrievalScore.objects.filter(benchmark__splits=["secret"]):
            yield {"encoder": encoder.pk, "benchmark": encoder.benchmark_id}

    def found_in(self, text: str) -> set[str]:
        """What an answer tells of the hidden split."""
        kinds = self.search.found_in(text) - {"name"}
        if QUESTION in text or any(str(number) in text for number in self.example_ids):
            kinds.add("question")
        return kinds


@pytest.fixture(scope="module")
def secret(world: World, tmp_path_factory: pytest.TempPathFactory) -> Secret:
    project, page = Project.objects.get(slug="project"), make_long_page()
    worker = make_member(project, "worker").user
    keeper = make_member(project, "keeper", Role.LEAD).user
    examples = make_examples(project, len(WAYS) + 1, page=page)
    for number, example in enumerate(examples):
        example.example_id = 7_310_000_000_000 + number
        example.split = "secret"
        example.save(update_fields=["example_id", "split"])
        example.question.text = QUESTION
        example.question.save()
    late = make_late_annotation(examples[-1], worker, make_member(project, "quick").user)
    leave_work(user=worker, mark=Mark(5), examples=examples[:-1], lead=keeper)
    assert late.is_late
    make_query(project, text=QUESTION, step=Step.EXAMPLE)
    make_refresh(project, question=QUESTION, at=AT - timedelta(days=1))
    project.memberships.update(is_steward=False)
    hide_split(project=project, split="secret", steward=keeper, at=AT)
    project.refresh_from_db()
    folder = tmp_path_factory.mktemp("predictions")
    predictions = [nothing_predicted(example) for example in examples]
    file = write_predictions(folder / "x.json", predictions)
    assert run_scoring(project, file, name="Scored", split="secret").state == "succeeded"
    make_encoder_score(project, splits=["secret"], prefix=f"{QUESTION} ")
    return Secret(world, project, worker, keeper, page, {each.example_id for each in examples})


def calls_on(secret: Secret, caller: str) -> Iterator[tuple[Call, Objects]]:
    """All rows: with the objects of the table, and with those of the hidden split."""
    hidden = list(secret.hidden_objects())
    for call in CALLS:
        tried = [each.objects for each in attempts(call, secret.world) if each.caller == caller]
        yield from ((call, objects) for objects in tried)
        for objects in tried[:1]:
            for each in hidden:
                if call.names & each.keys():
                    yield call, {**objects, "project": secret.project.slug, **each}


def answers_to(secret: Secret, user: User, calls: Iterator[tuple[Call, Objects]]) -> Iterator[Any]:
    signed_in = SignedIn({"user": user})
    for call, objects in calls:
        with transaction.atomic():
            yield call, send(signed_in.client("user"), call, objects)
            transaction.set_rollback(True)


def leaks_to(secret: Secret, user: User, calls: Iterator[tuple[Call, Objects]]) -> set[Any]:
    return {
        (call.method, call.path, kind)
        for call, answer in answers_to(secret, user, calls)
        for kind in secret.found_in(text_of(answer))
    }


def reads_of(secret: Secret, caller: str) -> Iterator[tuple[Call, Objects]]:
    """What reads, in the one project, once for each hidden object."""
    own = {**secret.world.objects["lead"], **secret.world.objects.get(caller, {})}
    hidden = list(secret.hidden_objects())
    for call in CALLS:
        if call.method != "get" or "project" not in call.names:
            continue
        named = [each for each in hidden if call.names & each.keys()]
        for each in named or [{}]:
            yield call, {**own, "project": secret.project.slug, **each}


def statistics_tell_a_lead(secret: Secret) -> set[Any]:
    """What a lead reads of the hidden split once there are statistics: there, or anywhere."""
    lead = secret.world.people["lead"]
    assert lead
    calls = (
        (call, objects)
        for call, objects in reads_of(secret, "lead")
        if "/statistics/" in call.path or is_long()
    )
    return leaks_to(secret, lead, calls)


def test_a_lead_without_the_right_reads_nothing_of_the_hidden_split(secret: Secret) -> None:
    lead = secret.world.people["lead"]
    assert lead
    assert leaks_to(secret, lead, reads_of(secret, "lead")) == set()


@pytest.mark.long
def test_a_steward_reads_all_of_it(secret: Secret) -> None:
    found = leaks_to(secret, secret.keeper, reads_of(secret, "lead"))
    kinds = {"words", "note", "asked", "reply", "feedback", "request", "reason", "question"}
    assert {kind for *_, kind in found} >= kinds


@pytest.mark.long
@pytest.mark.parametrize("caller", READERS)
def test_no_call_of_the_table_tells_others_anything_of_the_hidden_split(
    secret: Secret, caller: str
) -> None:
    user = secret.world.people[caller]
    assert user
    assert leaks_to(secret, user, calls_on(secret, caller)) == set()


def test_the_split_is_a_count_to_everybody_else(secret: Secret) -> None:
    lead = client_of(secret.world.people["lead"])
    body = lead.get(f"{PREFIX}projects/project/splits/").json()
    assert (body["hidden"], body["is_steward"]) == ("secret", False)
    assert {"name": "secret", "examples": len(WAYS) + 1} in body["splits"]


@pytest.mark.parametrize("form", EXPORTS)
def test_an_export_leaves_the_hidden_split_out(secret: Secret, form: str) -> None:
    lead = client_of(secret.world.people["lead"])
    with transaction.atomic():
        # The formats of Natural Questions have no room for what has no page.
        Example.objects.filter(page=None).update(is_published=False)
        job = lead.post(f"{PREFIX}projects/project/exports/", {"format": form}, format="json")
        run_job(job_id=job.json()["job"])
        answer = lead.get(f"{PREFIX}jobs/{job.json()['job']}/result/")
        assert answer.status_code == 200
        assert secret.found_in(text_of(answer)) == set()
        transaction.set_rollback(True)


@pytest.mark.parametrize(
    ("form", "message"), [("nq", "Exported 9 examples."), ("history-jsonl", "Exported ")]
)
def test_only_stewards_export_the_hidden_split_and_download_it(
    secret: Secret, form: str, message: str
) -> None:
    lead, keeper = client_of(secret.world.people["lead"]), client_of(secret.keeper)
    body = {"format": form, "splits": ["secret"]}
    address = f"{PREFIX}projects/project/exports/"
    with transaction.atomic():
        assert lead.post(address, body, format="json").status_code == 403
        job = keeper.post(address, body, format="json").json()["job"]
        run_job(job_id=job)
        assert Job.objects.get(pk=job).message.startswith(message)
        assert lead.get(f"{PREFIX}jobs/{job}/result/").status_code == 404
        answer = keeper.get(f"{PREFIX}jobs/{job}/result/")
        assert "question" in secret.found_in(text_of(answer))
        transaction.set_rollback(True)


def test_no_download_is_limited_to_the_hidden_split(secret: Secret) -> None:
    lead, keeper = client_of(secret.world.people["lead"]), client_of(secret.keeper)
    address = f"{PREFIX}projects/project/suggestions/export/?split=secret"
    assert [client.get(address).status_code for client in (lead, keeper)] == [403, 200]


def test_a_file_from_before_the_split_was_hidden_is_for_stewards(secret: Secret) -> None:
    with transaction.atomic():
        job = make_job("export_nq", project=secret.project, at=AT.replace(year=AT.year - 1))
        found = [
            client_of(user).get(f"{PREFIX}jobs/{job.pk}/").status_code
            for user in (secret.world.people["lead"], secret.keeper)
        ]
        transaction.set_rollback(True)
    assert found == [404, 200]


@pytest.mark.parametrize(
    ("kind", "parameters", "days", "is_own", "status"),
    [
        ("refresh_pages", {}, -1, True, 404),
        ("refresh_pages", {}, 1, False, 200),
        ("find_pages", {"split": ""}, -1, True, 404),
        ("find_pages", {"split": ""}, 1, False, 404),
        ("find_pages", {"split": ""}, 1, True, 200),
        ("find_pages", {"split": "secret"}, 1, True, 404),
        ("import_pages", {"split": "dev"}, 1, False, 200),
        ("import_pages", {}, 1, False, 404),
        ("import_pages", {}, 1, True, 200),
        ("train_reader", {"split": "secret"}, 1, True, 404),
    ],
)
def test_files_that_may_hold_hidden_questions_are_for_stewards(
    secret: Secret, *, kind: str, parameters: dict[str, Any], days: int, is_own: bool, status: int
) -> None:
    lead = secret.world.people["lead"]
    with transaction.atomic():
        job = make_job(
            kind,
            parameters,
            project=secret.project,
            at=AT + timedelta(days=days),
            created_by=lead if is_own else None,
        )
        found = [
            client_of(user).get(f"{PREFIX}jobs/{job.pk}/problems/").status_code
            for user in (lead, secret.keeper)
        ]
        transaction.set_rollback(True)
    assert found == [status, 200]


@pytest.mark.parametrize(
    ("kind", "board"), [("score_system", "leaderboard"), ("score_retrieval", "retrieval")]
)
def test_boards_name_no_job_on_the_hidden_split_of_others(
    secret: Secret, kind: str, board: str
) -> None:
    lead = secret.world.people["lead"]
    assert lead
    address = f"{PREFIX}projects/project/{board}/"
    with transaction.atomic():
        jobs = [
            make_job(
                kind,
                {"split": split},
                project=secret.project,
                at=AT + timedelta(days=days),
                created_by=by,
            )
            for days, split, by in (
                (1, "train", secret.keeper),
                (2, "secret", lead),
                (3, "secret", secret.keeper),
            )
        ]
        own = client_of(lead).get(address).json()["job"]["id"]
        Job.objects.filter(pk=jobs[1].pk).update(created_by=secret.keeper)
        shown = [client_of(user).get(address).json()["job"]["id"] for user in (lead, secret.keeper)]
        transaction.set_rollback(True)
    assert [own, *shown] == [str(jobs[number].pk) for number in (1, 0, 2)]


def test_the_list_of_jobs_leaves_out_what_stewards_jobs_say(secret: Secret) -> None:
    address, message = f"{PREFIX}projects/project/jobs/", "37 have fewer than 5 annotations."
    with transaction.atomic():
        job = make_job(
            "export_nq",
            {"splits": ["secret"]},
            project=secret.project,
            at=AT + timedelta(days=1),
            created_by=secret.keeper,
        )
        Job.objects.filter(pk=job.pk).update(message=message)
        said = [
            {each["id"]: each["message"] for each in client_of(user).get(address).json()["results"]}
            for user in (secret.world.people["lead"], secret.keeper)
        ]
        transaction.set_rollback(True)
    assert [each[str(job.pk)] for each in said] == ["", message]


def test_scores_of_all_from_before_leave_out_what_is_hidden_now(secret: Secret) -> None:
    """Of a system its results and its file, of an encoder its questions."""
    clients = [client_of(user) for user in (secret.world.people["lead"], secret.keeper)]
    before = AT - timedelta(days=1)
    with transaction.atomic():
        score = Score.objects.get(split="secret")
        Score.objects.filter(pk=score.pk).update(split="all", scored_at=before)
        benchmark = RetrievalBenchmark.objects.get(splits=["secret"])
        RetrievalBenchmark.objects.filter(pk=benchmark.pk).update(splits=["all"], read_at=before)
        system = f"{PREFIX}projects/project/systems/{score.system_id}/examples/"
        counts = [client.get(f"{system}?part=long").json()["count"] for client in clients]
        shown = score.scored_examples.first()
        assert shown
        told = [
            [client.get(path).status_code for client in clients]
            for path in (
                f"{system}{shown.example_id}/",
                f"{PREFIX}projects/project/retrieval/benchmarks/{benchmark.pk}/questions/",
                f"{PREFIX}projects/project/scored-files/{score.files.get().pk}/",
            )
        ]
        transaction.set_rollback(True)
    assert counts == [0, score.examples]
    assert told == [[404, 200]] * 3


def test_an_import_tells_nobody_but_stewards_whether_it_equals_what_is_hidden(
    tmp_path: Path,
) -> None:
    """The very line of the hidden example, and one of the same id with another page."""
    shown = make_project("guessed", overlap=5)
    paths = [write_lines(tmp_path / f"{name}.jsonl", [small_example(1, name)]) for name in "ab"]
    first = import_as(None, shown, paths[0])
    assert first.message == "Imported 1 example with 5 annotations."
    lead, keeper = (make_member(shown, name, Role.LEAD).user for name in ("guesser", "guard"))
    Example.objects.filter(project=shown).update(split="secret")
    hide_split(project=shown, split="secret", steward=keeper, at=AT)
    shown.refresh_from_db()
    told = [
        [(job.state, job.message, job.problems.count()) for job in jobs]
        for user in (lead, keeper)
        for jobs in [[import_as(user, shown, path) for path in paths]]
    ]
    same = "Imported 0 examples. Skipped 1 that already existed."
    assert told[0] == [("succeeded", same, 0)] * 2
    assert [state for state, *_ in told[1]] == ["succeeded", "failed"]


def import_as(user: User | None, project: Project, path: Path) -> Job:
    return run_here(
        make_job(
            "import_nq",
            {"paths": [str(path)], "annotations": True},
            project=project,
            created_by=user,
        )
    )


def test_how_many_answers_came_in_since_is_a_number_for_stewards(secret: Secret) -> None:
    address = f"{PREFIX}projects/project/leaderboard/?split=secret"
    Gold.objects.update(read_at=AT - timedelta(days=9))
    people = [secret.keeper, *(secret.world.people[name] for name in ("lead", "expert"))]
    since = [client_of(user).get(address).json()["systems"][0] for user in people]
    own = Annotation.objects.filter(example__question__text=QUESTION)
    assert [row["annotations_since"] for row in since] == [own.count(), None, None]


def test_statistics_are_computed_without_the_hidden_split(secret: Secret) -> None:
    assert not Report.objects.filter(project=secret.project).exists()
    with transaction.atomic():
        job = start_statistics(project=secret.project, at=AT, actor=None, queue=False)
        run_job(job_id=job.pk)
        report = Report.objects.get(job_id=job.pk)
        shown = Example.objects.filter(project=secret.project).of_main_task()
        assert report.examples == shown.count()
        assert secret.worker.username not in str(content_of(report))
        assert statistics_tell_a_lead(secret) == set()
        transaction.set_rollback(True)


@pytest.mark.parametrize("asked", sized(["only"], ["with", "only"]))
def test_statistics_of_the_hidden_split_are_for_stewards_alone(secret: Secret, asked: str) -> None:
    """A steward's report has its question and answers; no call gives others any of it."""
    address = f"{PREFIX}projects/project/statistics/"
    pages = [address, f"{address}reports/", f"{address}examples/"]
    pages.append(f"{address}annotators/{secret.worker.pk}/")
    body = {"hidden_split": asked}
    keeper = client_of(secret.keeper)
    with transaction.atomic():
        job = keeper.post(address, body, format="json").json()["job"]
        run_job(job_id=job)
        found = [keeper.get(page, body) for page in [*pages, f"{PREFIX}jobs/{job}/"]]
        assert {answer.status_code for answer in found} == {200}
        assert found[0].json()["report"]["hidden_split"] == asked
        assert found[1].json()["count"] == 1
        assert "question" in secret.found_in(text_of(found[2]))
        for name in READERS:
            client = client_of(secret.world.people[name])
            refused = [client.get(page, body).status_code for page in pages]
            assert refused == [403] * len(pages)
            assert client.post(address, body, format="json").status_code == 403
            assert client.get(f"{PREFIX}jobs/{job}/").status_code == 404
        assert statistics_tell_a_lead(secret) == set()
        shown = client_of(secret.world.people["lead"])
        assert shown.get(address).json()["report"] is None
        assert shown.get(f"{address}reports/").json()["count"] == 0
        for caller, listed in [(shown, False), (keeper, True)]:
            jobs = caller.get(f"{PREFIX}projects/project/jobs/").json()["results"]
            assert (job in {each["id"] for each in jobs}) is listed
        transaction.set_rollback(True)


def test_the_annotator_goes_on_reading_and_revising_the_own_answers(secret: Secret) -> None:
    client = client_of(secret.worker)
    own = Annotation.objects.filter(annotator=secret.worker, is_late=False)
    answers = [client.get(f"{PREFIX}annotations/{each.pk}/") for each in own]
    assert {answer.status_code for answer in answers} == {200}
    with transaction.atomic():
        answer = client.post(f"{PREFIX}projects/project/assignments/next/")
        assert answer.status_code == 200
        transaction.set_rollback(True)
