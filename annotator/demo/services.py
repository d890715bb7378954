"""Loading the demo project."""

import hashlib
from datetime import datetime

from django.db import transaction

from annotator.accounts.models import User
from annotator.assignments.slots import create_slots, publish_examples
from annotator.corpus.markup.candidates import find_candidates
from annotator.corpus.markup.cleaning import clean_page
from annotator.corpus.markup.tokens import tokenize_page
from annotator.corpus.services import PreparedPage, create_example, prepare_page, store_page
from annotator.demo.catalogue import (
    ACCOUNTS,
    DemoArticle,
    articles,
    guidelines,
    questions,
)
from annotator.projects.models import Kind, Project, Role
from annotator.projects.services import add_member, create_project

SLUG = "demo"
OVERLAP = 3


def demo_is_loaded() -> bool:
    """Whether the demo project is there already."""
    return Project.objects.filter(slug=SLUG).exists()


def load_demo(*, at: datetime) -> Project:
    """Create the demo's accounts, project, pages and questions: all of it or nothing.

    Raises ``ConflictError`` when the project is there already.
    """
    pages = {article.stem: _prepare(article) for article in articles()}
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
        _load_examples(project, pages, at)
    return project


def _prepare(article: DemoArticle) -> PreparedPage:
    html = clean_page(article.html, title=article.title)
    tokens = tokenize_page(html)
    return prepare_page(
        html=html,
        title=article.title,
        url=article.url,
        tokens=tokens,
        candidates=find_candidates(tokens),
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


def _load_examples(project: Project, pages: dict[str, PreparedPage], at: datetime) -> None:
    stored = {stem: store_page(prepared=prepared) for stem, prepared in pages.items()}
    examples = [
        create_example(
            project=project,
            example_id=_example_id(question.question_text, question.article),
            question_text=question.question_text,
            page=stored[question.article],
            position=number,
            at=at,
        )
        for number, question in enumerate(questions(), start=1)
    ]
    create_slots(examples=examples)
    publish_examples(project=project, import_job=None)


def _example_id(question: str, article: str) -> int:
    digest = hashlib.sha256(f"{question}\n{article}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
