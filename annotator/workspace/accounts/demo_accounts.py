"""The demo's accounts, whose password everybody knows: a public site must not have them open."""

from dataclasses import dataclass
from typing import Final

from annotator.installation import command
from annotator.workspace.accounts.models import User


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """A person of the demo project. The password is known to everyone who reads this."""

    username: str
    display_name: str
    role: str
    password: str


DEMO_PASSWORD: Final = "plumbline-demo"  # noqa: S105 -- public on purpose, for the demo alone

ACCOUNTS: Final = (
    DemoAccount("lena", "Lena Lindqvist", "lead", DEMO_PASSWORD),
    DemoAccount("ada", "Ada Okafor", "annotator", DEMO_PASSWORD),
    DemoAccount("ben", "Ben Haddad", "annotator", DEMO_PASSWORD),
    DemoAccount("chen", "Chen Wei", "annotator", DEMO_PASSWORD),
    DemoAccount("eve", "Eve Marchetti", "expert", DEMO_PASSWORD),
)
"""One account at least for each role."""


def open_demo_accounts() -> list[DemoAccount]:
    """The demo's accounts that exist, are active and still open with its password."""
    users = User.objects.filter(username__in=[account.username for account in ACCOUNTS])
    by_name = {user.username: user for user in users.filter(is_active=True)}
    return [
        account
        for account in ACCOUNTS
        if account.username in by_name
        and by_name[account.username].check_password(account.password)
    ]


def refusal_of_demo_accounts() -> str | None:
    """Why a public site may not start, and what to do; None if no account of the demo opens."""
    names = ", ".join(account.username for account in open_demo_accounts())
    if not names:
        return None
    return (
        f"PUBLIC_URL is set, and the demo's public password opens these accounts: {names}. "
        f"Remove them with {command('remove_demo')}, or give each another password."
    )
