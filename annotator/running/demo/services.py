"""Loading the demo projects."""

from datetime import datetime

from django.db import transaction

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.spans import TokenColumns
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.material.corpus.models import Page
from annotator.material.corpus.packed_page import PackedPage, pack_page
from annotator.material.corpus.packed_source import pack_source
from annotator.material.corpus.services import store_pages
from annotator.quality.reports.services import start_statistics
from annotator.running.demo.catalogue import DemoArticle, articles
from annotator.running.demo.kinds import ANNOTATED_SLUG, SLUG, Demo, demo_of
from annotator.running.demo.sections import placed_questions
from annotator.workspace.accounts.demo_accounts import ACCOUNTS
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.kinds import ROOMS, has_part
from annotator.workspace.projects.models import Project, Role


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
    demos = [demo_of(kind) for kind in ROOMS if has_part(kind, "demo")]
    with transaction.atomic():
        users = {account.username: _account(account.username) for account in ACCOUNTS}
        whole = Demo(users, _store(pages), at)
        for demo in demos:
            demo.load(whole)
        in_pieces = Demo(users, _store(pieces), at)
        for demo in demos:
            demo.load_annotated(in_pieces)
    return Project.objects.get(slug=SLUG)


def compute_demo_statistics(*, at: datetime) -> Job:
    """Compute the statistics of the demo that is annotated already; the job, which has ended.

    Does not belong in a transaction: jobs keep their progress.
    """
    project = Project.objects.get(slug=ANNOTATED_SLUG)
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
