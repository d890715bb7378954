"""Writing people."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from annotator.accounts.models import User
from annotator.exceptions import ConflictError, InvalidInputError


def check_password(*, password: str, user: User) -> None:
    """Raise ``InvalidInputError`` with every reason why ``password`` is too weak."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        sentence = " ".join(error.messages)
        raise InvalidInputError("weak_password", sentence, fields={"password": sentence}) from error


def check_username(*, username: str) -> None:
    """Raise ``InvalidInputError`` unless ``username`` has a valid form."""
    try:
        User._meta.get_field("username").clean(username, None)
    except ValidationError as error:
        sentence = " ".join(error.messages)
        raise InvalidInputError("bad_username", sentence, fields={"username": sentence}) from error


@transaction.atomic
def create_user(
    *,
    username: str,
    password: str,
    display_name: str = "",
    may_create_projects: bool = False,
    is_administrator: bool = False,
    must_be_strong: bool = True,
) -> User:
    """Create an account.

    Whoever runs commands on the server may choose a weak password (``must_be_strong=False``).
    Raises ``InvalidInputError`` for a bad name or a weak password, ``ConflictError`` when the
    name is taken.
    """
    check_username(username=username)
    if User.objects.filter(username=username).exists():
        raise ConflictError(
            "username_taken",
            f"There is already an account named {username}.",
            fields={"username": "Choose another name."},
        )
    user = User(
        username=username,
        display_name=display_name,
        may_create_projects=may_create_projects or is_administrator,
        is_staff=is_administrator,
        is_superuser=is_administrator,
    )
    if must_be_strong:
        check_password(password=password, user=user)
    user.set_password(password)
    user.save()
    return user


def ensure_imported_annotator(*, username: str, display_name: str) -> User:
    """An account that nobody can sign in with: the author of imported annotations.

    Raises ``ConflictError`` when somebody real has that name.
    """
    user, created = User.objects.get_or_create(
        username=username,
        defaults={"display_name": display_name, "is_active": False, "imported": True},
    )
    if not user.imported:
        raise ConflictError(
            "username_taken",
            f"There is an account named {username}, which imported annotations would need.",
        )
    if created:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user
