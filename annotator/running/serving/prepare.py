"""Bring the data folder up to date before anything serves: database, static files, demo.

The last line of standard output is JSON: the demo's accounts, and the link by which the first
account is made where there is none. Everything else that the commands have to say goes to standard
error.
"""

import argparse
import json
import os
import sys


def main(arguments: list[str] | None = None) -> int:
    """Prepare for the settings in the environment; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--demo", action="store_true", help="load the demo on the first start")
    options = parser.parse_args(arguments)

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    from django.db import OperationalError

    from annotator.foundation.files.full_disk import is_disk_full

    try:
        return prepare(with_demo=options.demo)
    except (OSError, OperationalError) as error:
        if not is_disk_full(error):
            raise
        print(f"The disk is full ({error}). Make room, then start again.", file=sys.stderr)
        return 1


def prepare(*, with_demo: bool) -> int:
    """As ``main``. A full disk raises what fails on it: ``OSError`` or ``OperationalError``."""
    import django
    from django.conf import settings
    from django.core.management import CommandError, call_command

    django.setup()
    from annotator.running.operations.starting import unusable_database
    from annotator.workspace.accounts.demo_accounts import refusal_of_demo_accounts

    try:
        call_command("check", tags=["security"], stdout=sys.stderr)
    except CommandError as error:
        print(error, file=sys.stderr)
        return 1
    if problem := unusable_database():
        print(problem, file=sys.stderr)
        return 1
    call_command("migrate", interactive=False, verbosity=0, stdout=sys.stderr)
    if settings.PUBLIC_URL and (refusal := refusal_of_demo_accounts()):
        print(refusal, file=sys.stderr)
        return 1
    call_command("collectstatic", interactive=False, verbosity=0, stdout=sys.stderr)
    accounts: list[dict[str, str]] = []
    if with_demo:
        if is_first_start():
            print("· Loading the demo project", file=sys.stderr, flush=True)
            call_command("load_demo", stdout=sys.stderr)
        accounts = demo_accounts()
    print(json.dumps({"accounts": accounts, "set_up_link": set_up_link()}))
    return 0


def is_first_start() -> bool:
    """Whether nobody has an account yet, nor an import has brought one along."""
    from django.contrib.auth import get_user_model

    return not get_user_model().objects.exists()


def set_up_link() -> str | None:
    """A new link by which the first account is made; None where somebody has one."""
    from django.utils import timezone

    from annotator.workspace.accounts.first_account import make_set_up_link, nobody_has_an_account

    return make_set_up_link(at=timezone.now()) if nobody_has_an_account() else None


def demo_accounts() -> list[dict[str, str]]:
    """Role, name and password of each demo account that is there and still opens with it."""
    from annotator.workspace.accounts.demo_accounts import open_demo_accounts

    return [
        {"role": account.role, "username": account.username, "password": account.password}
        for account in open_demo_accounts()
    ]


if __name__ == "__main__":
    raise SystemExit(main())
