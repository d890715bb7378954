"""Writing people."""

import re
from itertools import chain, count

import structlog
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.foundation.names.naming import describe_flaw, name_key
from annotator.workspace.accounts.email_addresses import check_address, give_address
from annotator.workspace.accounts.models import User

log = structlog.get_logger(__name__)

_LONGEST_STEM = 140


def check_password(*, password: str, user: User) -> None:
    """Raise ``InvalidInputError`` with every reason why ``password`` is too weak."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        sentence = " ".join(error.messages)
        raise InvalidInputError("weak_password", sentence, fields={"password": sentence}) from error


def check_username(*, username: str) -> None:
    """Raise ``InvalidInputError`` unless ``username`` has a valid form."""
    _refuse_flaw("username", username)
    try:
        User._meta.get_field("username").clean(username, None)
        User._meta.get_field("username_key").run_validators(name_key(username))
    except ValidationError as error:
        sentence = " ".join(error.messages)
        raise InvalidInputError("bad_username", sentence, fields={"username": sentence}) from error


def _refuse_flaw(field: str, name: str) -> None:
    if flaw := describe_flaw(name):
        sentence = "This name can't be shown."
        raise InvalidInputError(f"bad_{field}", sentence, fields={field: flaw})


@transaction.atomic
def create_user(
    *,
    username: str,
    password: str | None,
    display_name: str = "",
    email: str = "",
    email_is_confirmed: bool = False,
    may_create_projects: bool = False,
    is_administrator: bool = False,
    must_be_strong: bool = True,
) -> User:
    """Create an account; without a password, only single sign-on opens it.

    Commands on the server may set a weak password (``must_be_strong=False``). ``email`` is
    unconfirmed, unless the caller knows better. Raises ``InvalidInputError`` for a bad name, a bad
    address or a weak password, ``ConflictError`` when the name is taken, however it is written, or
    the address belongs to somebody else.
    """
    check_username(username=username)
    if display_name:
        _refuse_flaw("display_name", display_name)
    email = check_address(email=email) if email else ""
    if taken := User.objects.named(username):
        raise _username_taken(taken.username)
    user = User(
        username=username,
        display_name=display_name,
        may_create_projects=may_create_projects or is_administrator,
        is_staff=is_administrator,
        is_superuser=is_administrator,
    )
    if password is not None and must_be_strong:
        check_password(password=password, user=user)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        # Somebody took it since it was looked for.
        raise _username_taken(username) from error
    if email:
        give_address(user=user, email=email, is_confirmed=email_is_confirmed)
    return user


def make_administrator(*, user: User) -> None:
    """Let ``user`` open every project, and create projects.

    Raises ``ConflictError`` for an account that nobody can sign in with.
    """
    if not user.is_active:
        raise ConflictError(
            "inactive", f"{user.username} is not active. Choose an account that somebody uses."
        )
    user.is_staff = user.is_superuser = user.may_create_projects = True
    user.save(update_fields=["is_staff", "is_superuser", "may_create_projects"])
    log.info("administrator_made", user=user.pk)


def free_username(*, wish: str) -> str:
    """A name that nobody has: ``wish`` without the characters that a name can't have, with a number
    added if needed.
    """
    stem = re.sub(r"[^\w.@+-]", "", wish)[:_LONGEST_STEM] or "person"
    alike = User.objects.filter(username_key__startswith=name_key(stem))
    taken = set(alike.values_list("username_key", flat=True))
    candidates = chain([stem], (f"{stem}{number}" for number in count(2)))
    return next(name for name in candidates if name_key(name) not in taken)


def _username_taken(username: str) -> ConflictError:
    return ConflictError(
        "username_taken",
        f"There is already an account named {username}.",
        fields={"username": "Choose another name."},
    )


def set_password(*, user: User, password: str) -> None:
    """Store a new password; sessions of other devices end with the old one.

    The caller has checked that it is strong, and whose it is.
    """
    user.set_password(password)
    user.save(update_fields=["password"])
    log.info("password_set", user=user.pk)


@transaction.atomic
def change_profile(
    *,
    user: User,
    display_name: str | None = None,
    reviews_answers: bool | None = None,
    gets_daily_mail: bool | None = None,
) -> User:
    """Change by which name others see somebody (empty: the name they sign in with), whether they
    review their answers, or whether they get a mail a day about what waits. None stays as it is.

    Raises ``InvalidInputError`` for a name that can't be seen.
    """
    # As it is now: what stays must not come back from before.
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if display_name is not None:
        user.display_name = display_name.strip()
        if user.display_name:
            _refuse_flaw("display_name", user.display_name)
    if reviews_answers is not None:
        user.reviews_answers = reviews_answers
    if gets_daily_mail is not None:
        user.gets_daily_mail = gets_daily_mail
    user.save(update_fields=["display_name", "reviews_answers", "gets_daily_mail"])
    return user


def ensure_imported_annotator(*, username: str, display_name: str) -> User:
    """An account that nobody can sign in with: the author of imported or simulated annotations.

    Raises ``ConflictError`` when somebody real has that name.
    """
    user, created = User.objects.get_or_create(
        username_key=username,
        defaults={
            "username": username,
            "display_name": display_name,
            "is_active": False,
            "imported": True,
        },
    )
    if not user.imported:
        raise ConflictError(
            "username_taken",
            f"There is an account named {username}, which imported or simulated annotations would"
            " need.",
        )
    if created:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user
