"""``create_user NAME [--password P] [--email A] [--administrator] [--project P --role R]``."""

import getpass
import sys
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils import timezone

from annotator.exceptions import InvalidInputError
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import check_password, create_user, make_administrator
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.project_command import ProjectCommand
from annotator.workspace.projects.services import add_member


class Command(ProjectCommand):
    """Creates an account and makes it a member of a project. Can be repeated."""

    help = "Create an account, and make it a member of a project. Repeating it is harmless."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the account and its part in a project."""
        super().add_arguments(parser)
        parser.add_argument("name")
        parser.add_argument(
            "--password",
            help="of a new account; an existing one keeps its own. Without it, the command asks",
        )
        parser.add_argument(
            "--email",
            default="",
            help="of a new account, taken as confirmed; used to reset a forgotten password",
        )
        parser.add_argument(
            "--administrator",
            action="store_true",
            help="let the account, new or not, open every project and create projects",
        )
        parser.add_argument("--project", metavar="SLUG")
        parser.add_argument("--role", choices=Role.values)

    def handle(self, *args: Any, **options: Any) -> None:
        """Create what is missing."""
        slug, role = options["project"], options["role"]
        if bool(slug) != bool(role):
            self.fail("project", "Give --project and --role together.")
        project = self.find_project(slug) if slug else None
        user = User.objects.named(options["name"])
        created = user is None
        if created and not options["password"]:
            # Before the transaction: until the password is typed, nobody else could write.
            options["password"] = self._ask_for_password(options["name"])
        with transaction.atomic():
            user = user or self._create(options, leads=project is None)
            if options["administrator"]:
                make_administrator(user=user)
            if project:
                add_member(project=project, user=user, role=role, at=timezone.now(), actor=None)
        sentence = f"{'Created' if created else 'Found'} {user.username}."
        values = {"username": user.username, "created": created, "project": slug, "role": role}
        self.report(sentence, values, as_json=options["json"])

    def _ask_for_password(self, name: str) -> str:
        """A password that is typed twice, and not shown."""
        if not sys.stdin.isatty():
            self.fail(
                "password",
                "This is not a terminal, so nobody can type a password. Give --password.",
            )
        password = getpass.getpass(f"Password of {name}: ")
        if not password or password != getpass.getpass("The same again: "):
            self.fail("password", "The passwords differ or are empty. Nothing was created.")
        return password

    def _create(self, options: dict[str, Any], *, leads: bool) -> User:
        """An account without a project could do nothing, so it may create projects."""
        name, password = options["name"], options["password"]
        try:
            check_password(password=password, user=User(username=name))
        except InvalidInputError as error:
            self.stderr.write(f"warning: the password of {name} is weak. {error.detail}")
        return create_user(
            username=name,
            password=password,
            email=options["email"],
            email_is_confirmed=True,
            may_create_projects=leads,
            must_be_strong=False,
        )
