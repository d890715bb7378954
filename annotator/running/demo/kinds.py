"""The demo of a kind of task, as its room gives it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from annotator.material.corpus.models import Page
from annotator.workspace.accounts.demo_accounts import ACCOUNTS
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.kinds import part_of
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.services import add_member

SLUG: Final = "demo"
AMBIGUOUS_SLUG: Final = "demo-asqa"
ANNOTATED_SLUG: Final = "demo-25"
TRAINING_SLUG: Final = "demo-training"
SLUGS = (SLUG, AMBIGUOUS_SLUG, ANNOTATED_SLUG, TRAINING_SLUG)


@dataclass(frozen=True, slots=True)
class Demo:
    """The accounts by name, the pages by stem, and when the demo is loaded."""

    users: Mapping[str, User]
    pages: Mapping[str, Page]
    at: datetime

    def people(self, role: Role) -> list[User]:
        """The accounts with a role."""
        return [self.users[each.username] for each in ACCOUNTS if each.role == role]

    @property
    def lead(self) -> User:
        """The first lead."""
        return self.people(Role.LEAD)[0]

    def add_members(self, project: Project, *, at: datetime) -> None:
        """Make everybody a member."""
        for account in ACCOUNTS:
            user = self.users[account.username]
            add_member(project=project, user=user, role=account.role, at=at, actor=self.lead)


class DemoProjects(Protocol):
    """The part ``demo`` of a room, which it may leave out. Call both in a transaction; they raise
    ``ConflictError`` when the project is there already.
    """

    def load(self, demo: Demo) -> None:
        """Create the project that people annotate, and one in which they train, if there is one;
        the pages are the articles.
        """

    def load_annotated(self, demo: Demo) -> None:
        """Create the project that is annotated already, if there is one; the pages are pieces of
        the articles.
        """


def demo_of(kind: str) -> DemoProjects:
    """The demo of a kind."""
    found: DemoProjects = part_of(kind, "demo")
    return found
