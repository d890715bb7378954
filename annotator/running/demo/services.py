"""Loading the demo projects."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from annotator.collecting.assignments.slots import create_slots, publish_examples
from annotator.foundation.names.derived_ids import derive_id
from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.spans import TokenColumns
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.material.corpus.models import Page
from annotator.material.corpus.packed_page import PackedPage, pack_page
from annotator.material.corpus.packed_source import pack_source
from annotator.material.corpus.publication import record_publication
from annotator.material.corpus.services import NewExample, create_examples, store_pages
from annotator.quality.reports.services import start_statistics
from annotator.running.demo.ambiguous_project import SLUG as AMBIGUOUS_SLUG
from annotator.running.demo.ambiguous_project import load_ambiguous_project
from annotator.running.demo.catalogue import (
    DemoArticle,
    DemoQuestion,
    articles,
    guidelines,
    questions,
)
from annotator.running.demo.sections import placed_questions
from annotator.running.demo.simulated_project import (
    EARLIER,
    create_simulated_project,
    simulate_annotations,
)
from annotator.running.demo.simulated_project import SLUG as SIMULATED_SLUG
from annotator.workspace.accounts.demo_accounts import ACCOUNTS
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.services import add_member, create_project

SLUG = "demo"
SLUGS = (SLUG, AMBIGUOUS_SLUG, SIMULATED_SLUG)
OVERLAP = 3


def demo_is_loaded() -> bool:
    """Whether the demo project is there already."""
    return Project.objects.filter(slug=SLUG).exists()


def load_demo(*, at: datetime) -> Project:
    """Create the demo's accounts, projects, pages and questions: everything or nothing.

    Returns the project of Natural Questions.

    Raises ``ConflictError`` when the project is there already.
    """
    pages = {article.stem: _pack(article) for article in articles()}
    pieces = {piece.stem: _pack(piece) for _, piece in placed_questions()}
    with transaction.atomic():
        users = {account.username: _account(account.username) for account in ACCOUNTS}
        lead = next(users[account.username] for account in ACCOUNTS if account.role == Role.LEAD)
        project = create_project(
            slug=SLUG,
            kind=Kind.NQ,
            title="Demo: questions on eleven articles",
            overlap=OVERLAP,
            guidelines=guidelines(),
            at=at,
            creator=lead,
        )
        for account in ACCOUNTS:
            user = users[account.username]
            add_member(project=project, user=user, role=account.role, at=at, actor=lead)
        stored = _store(pages)
        asked = [(question, stored[question.article]) for question in questions()]
        _load_examples(project, asked, at, lead)
        load_ambiguous_project(users=users, lead=lead, pages=stored, at=at)
        simulated = create_simulated_project(lead=lead, at=at)
        stored = _store(pieces)
        asked = [(question, stored[piece.stem]) for question, piece in placed_questions()]
        _load_examples(simulated, asked, at - EARLIER, lead)
        experts = [users[each.username] for each in ACCOUNTS if each.role == Role.EXPERT]
        simulate_annotations(project=simulated, lead=lead, experts=experts, at=at)
    return project


def compute_demo_statistics(*, at: datetime) -> Job:
    """Compute the statistics of the demo that is annotated already; the job, which has ended.

    Does not belong in a transaction: jobs keep their progress.
    """
    project = Project.objects.get(slug=SIMULATED_SLUG)
    job = start_statistics(project=project, at=at, actor=None, queue=False)
    run_job(job_id=job.pk)
    return Job.objects.get(pk=job.pk)


def _store(pages: dict[str, PackedPage]) -> dict[str, Page]:
    """The pages by the same stems."""
    written = store_pages(packed=list(pages.values()))
    return {stem: written[page.fingerprint] for stem, page in pages.items()}


def _pack(article: DemoArticle) -> PackedPage:
    html = clean_page(article.html, title=article.title)
    tokens = tokenize_page(html)
    return pack_page(
        html=html,
        title=article.title,
        url=article.url,
        tokens=TokenColumns.of(tokens),
        candidates=find_candidates(tokens),
        source=pack_source(article.html, frozen=html),
    )


def _account(username: str) -> User:
    """The account as the demo documents it. Its password is public and skips the strength check."""
    account = next(account for account in ACCOUNTS if account.username == username)
    user, created = User.objects.get_or_create(
        username=username,
        defaults={
            "display_name": account.display_name,
            "may_create_projects": account.role == Role.LEAD,
        },
    )
    if created:
        user.set_password(account.password)
        user.save(update_fields=["password"])
    return user


def _load_examples(
    project: Project, asked: Sequence[tuple[DemoQuestion, Page]], at: datetime, lead: User
) -> None:
    new = [
        NewExample(
            example_id=derive_id(question.question_text, question.article),
            question_text=question.question_text,
            page=page,
            position=number,
        )
        for number, (question, page) in enumerate(asked, start=1)
    ]
    examples = create_examples(project=project, new=new, at=at)
    create_slots(examples=examples)
    record_publication(project=project, import_job=None, at=at, actor=lead)
    publish_examples(project=project, import_job=None)
