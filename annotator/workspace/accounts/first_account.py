"""The first account of a new site: made by a person who can read what the server prints.

The link's secret is printed once. Its hash and its end are in a file of the data folder, which
using the link removes.
"""

import hashlib
import secrets
from datetime import datetime, timedelta
from hmac import compare_digest
from pathlib import Path

import orjson
import structlog
from django.conf import settings
from django.db import transaction

from annotator.exceptions import ConflictError, NotFoundError
from annotator.foundation.files.published_files import published_file
from annotator.installation import command
from annotator.workspace.accounts.mail import site_address
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user

log = structlog.get_logger(__name__)

VALID_FOR = timedelta(hours=24)


def nobody_has_an_account() -> bool:
    """Whether no person has an account. Authors of imported annotations don't count."""
    return not User.objects.filter(imported=False, erased_at=None).exists()


def log_how_to_begin() -> None:
    """Say in the log of a site in which nobody has an account how the first is made."""
    if nobody_has_an_account():
        log.warning("nobody_has_an_account", fix=command("set_up_link"))


def make_set_up_link(*, at: datetime) -> str:
    """A link by which the first account is made, once and within a day; earlier ones end.

    Raises ``ConflictError`` if somebody has an account.
    """
    _refuse_if_set_up()
    secret = secrets.token_urlsafe(32)
    content = {"sha256": _sha256(secret), "expires_at": (at + VALID_FOR).isoformat()}
    with published_file(_file(), mode=0o600) as file:
        file.write(orjson.dumps(content))
    return site_address(f"/set-up/{secret}")


def check_set_up_link(*, secret: str, at: datetime) -> None:
    """Raise ``NotFoundError`` for a link that is not the one, or too old, and ``ConflictError``
    where somebody has an account.
    """
    _refuse_if_set_up()
    try:
        content = orjson.loads(_file().read_bytes())
    except FileNotFoundError:
        content = {"sha256": "", "expires_at": at.isoformat()}
    is_right = compare_digest(str(content["sha256"]), _sha256(secret))
    if not is_right or at >= datetime.fromisoformat(content["expires_at"]):
        raise NotFoundError(
            "no_set_up_link",
            "This link is incomplete, has been used or has expired. "
            "The server prints a new one when it starts.",
        )


@transaction.atomic
def create_first_account(
    *, secret: str, username: str, password: str, display_name: str, email: str, at: datetime
) -> User:
    """Make the site's administrator; the link ends.

    Raises what ``check_set_up_link`` and ``create_user`` raise.
    """
    check_set_up_link(secret=secret, at=at)
    user = create_user(
        username=username,
        password=password,
        display_name=display_name,
        email=email,
        is_administrator=True,
    )
    try:
        # Of several at the same time one finds it.
        _file().unlink()
    except FileNotFoundError as error:
        raise _set_up_already() from error
    return user


def _refuse_if_set_up() -> None:
    if not nobody_has_an_account():
        raise _set_up_already()


def _set_up_already() -> ConflictError:
    return ConflictError("set_up_already", "This site is already set up. Sign in.")


def _file() -> Path:
    return Path(settings.DATA_DIR) / "set-up-link.json"


def _sha256(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
