"""API tokens: making, finding and revoking them."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from knox.crypto import hash_token
from knox.models import get_digest_token
from knox.settings import CONSTANTS

from annotator.exceptions import InvalidInputError
from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter, columns_but
from annotator.foundation.database.notes import Notes
from annotator.foundation.names.naming import describe_flaw
from annotator.workspace.accounts.models import ApiToken, User

SHOWN_CHARACTERS = 8
NOTED_EVERY = timedelta(minutes=10)

_OF_CALLERS = ("display_name", "is_active", "is_superuser", "may_create_projects")
_BY_DIGEST = CompiledQuery(
    "token_by_digest",
    lambda: (
        ApiToken.objects.select_related("user")
        .filter(
            Q(expiry=None) | Q(expiry__gt=Parameter("at")),
            digest=Parameter("digest"),
            user__is_active=True,
        )
        .order_by()
        .defer(
            *columns_but(ApiToken, "user", "last_used_at"),
            *columns_but(User, "username", *_OF_CALLERS, of="user"),
        )
    ),
)


def usual_end(*, at: datetime) -> datetime | None:
    """When a token ends if nobody chooses an end: after ``TOKEN_DAYS``; None if that is 0."""
    return at + timedelta(days=settings.TOKEN_DAYS) if settings.TOKEN_DAYS else None


class MadeToken(NamedTuple):
    """A new token, and its key, which can't be had again."""

    token: ApiToken
    key: str


@transaction.atomic
def create_token(
    *, user: User, name: str, at: datetime, expires_at: datetime | None = None
) -> MadeToken:
    """Make a token for ``user``.

    Without ``expires_at`` it works until it is revoked. Raises ``InvalidInputError`` for an empty
    name, one that can't be shown, or an end that is past.
    """
    if not name.strip():
        raise InvalidInputError(
            "name_needed", "Give the token a name.", fields={"name": "Say what it is for."}
        )
    if flaw := describe_flaw(name.strip()):
        raise InvalidInputError("bad_name", "This name can't be shown.", fields={"name": flaw})
    if expires_at is not None and expires_at <= at:
        raise InvalidInputError(
            "already_expired",
            "This token would already have expired.",
            fields={"expires_at": "Choose a later time."},
        )
    digest, key = get_digest_token()
    token = ApiToken(
        user=user,
        name=name.strip(),
        digest=digest,
        token_key=key[: CONSTANTS.TOKEN_KEY_LENGTH],
        created=at,
        expiry=expires_at,
    )
    token.save()
    return MadeToken(token, key)


def find_token(*, key: str, at: datetime) -> ApiToken | None:
    """The token that ``key`` opens at this moment, with its owner; None if there is none."""
    return _BY_DIGEST.first(digest=hash_token(key), at=at)


def note_use(*, token: ApiToken, at: datetime) -> None:
    """Remember that a token was used; to within ten minutes, so that few requests write."""
    if token.last_used_at is None or at - token.last_used_at >= NOTED_EVERY:
        own = ApiToken.objects.filter(pk=token.pk)
        Notes.write(lambda: own.update(last_used_at=at))


def revoke_tokens(*, user: User, token_id: int | None = None) -> int:
    """End one of a person's tokens, or all of them; how many there were."""
    tokens = ApiToken.objects.filter(user=user)
    if token_id is not None:
        tokens = tokens.filter(pk=token_id)
    return tokens.delete()[0]
