"""Sessions in browsers: which there are, and their end."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

import structlog
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.http import HttpRequest, HttpResponse

from annotator.foundation.database.notes import Notes
from annotator.workspace.accounts.client import client_address
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.session_store import SessionStore

log = structlog.get_logger(__name__)

_SEEN_AT = "seen_at"
SEEN_EVERY_SECONDS = 300


@transaction.atomic
def end_sessions(*, user: User) -> int:
    """End every session of a person, on all devices; how many were listed.

    Sessions carry the account's generation, so none outlives this, listed or not.
    """
    User.objects.filter(pk=user.pk).update(session_generation=F("session_generation") + 1)
    listed = UserSession.objects.filter(user_id=user.pk)
    keys = list(listed.values_list("session_key", flat=True))
    listed.delete()
    Session.objects.filter(session_key__in=keys).delete()
    user.refresh_from_db(fields=["session_generation"])
    log.info("sessions_ended", user=user.pk, sessions=len(keys))
    return len(keys)


def clear_ended_sessions() -> None:
    """Delete expired sessions, whose cookies open nothing any more."""
    SessionStore.clear_expired()
    gone = ~Exists(Session.objects.filter(session_key=OuterRef("session_key")))
    UserSession.objects.filter(gone).delete()


def open_session(request: HttpRequest, *, user: User) -> None:
    """Sign in somebody who has just proved who they are in another way, such as a link."""
    from allauth.account.adapter import get_adapter

    get_adapter(request).login(request, user)
    UserSession.objects.create_from_request(request)
    note_sign_in(request)


def keep_session(request: HttpRequest, *, user: AbstractBaseUser) -> None:
    """Leave somebody signed in whose hash was rewritten because they proved their password.

    Django takes another hash for another password, which ends sessions.
    """
    if request.user.is_authenticated and request.user.pk == user.pk:
        request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()


def note_sign_in(request: HttpRequest) -> None:
    """From here on the session says when it was seen last."""
    if request.user.is_authenticated:
        request.session[_SEEN_AT] = int(time.time())


class LastSeenMiddleware:
    """Notes when and from where a session was used: every few minutes, not with each request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request; note it if the last note is old."""
        response = self._get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            _note_seen(request)
        return response


def _note_seen(request: HttpRequest) -> None:
    seen_at = request.session.get(_SEEN_AT)
    now = int(time.time())
    if seen_at is None or now - seen_at < SEEN_EVERY_SECONDS:
        return
    own = UserSession.objects.filter(session_key=request.session.session_key)
    seen = {"last_seen_at": datetime.fromtimestamp(now, UTC), "ip": client_address(request)}
    if Notes.write(lambda: own.update(**seen)):
        # The middleware stores it with the session.
        request.session[_SEEN_AT] = now
