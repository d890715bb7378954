"""``invite SLUG --role annotator|expert|lead [--email A] [--uses N] [--days D]``."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.workspace.accounts.mail import site_address
from annotator.workspace.projects.invitations import (
    DEFAULT_DAYS,
    create_invitation,
    link_of,
)
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Makes an invitation and prints its link."""

    help = "Print a link to join a project."

    def add_arguments(self, parser: CommandParser) -> None:
        """Describe the invitation."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("--role", required=True, choices=Role.values)
        parser.add_argument("--email", default="", metavar="ADDRESS", help="mail the link there")
        parser.add_argument(
            "--uses", type=int, default=1, help="how many people may use it (default: one)"
        )
        parser.add_argument(
            "--days", type=int, default=DEFAULT_DAYS, help=f"valid for (default: {DEFAULT_DAYS})"
        )
        parser.add_argument("--note", default="", help="for your own list")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it."""
        site = site_address()
        invitation = create_invitation(
            project=self.find_project(options["slug"]),
            role=options["role"],
            email=options["email"],
            max_uses=options["uses"],
            days=options["days"],
            note=options["note"],
            site=site,
            at=timezone.now(),
            actor=None,
        )
        link = link_of(invitation, site=site)
        values = {
            "link": link,
            "project": options["slug"],
            "role": invitation.role,
            "max_uses": invitation.max_uses,
            "expires_at": invitation.expires_at.isoformat(),
            "mail": invitation.mail_state,
        }
        self.report(str(link), values, as_json=options["json"])
