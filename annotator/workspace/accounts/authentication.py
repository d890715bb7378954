"""Who somebody is, by name and password, with everything that limits guessing."""

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from annotator.exceptions import InvalidInputError, NotAllowedError, TooManyAttemptsError
from annotator.workspace.accounts.adapter import WRONG_CREDENTIALS, WRONG_PASSWORD
from annotator.workspace.accounts.lockout import LOCKED_OUT
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.second_factor import has_second_factor, must_set_up_second_factor
from annotator.workspace.accounts.second_factor_codes import check_code


def authenticate_caller(request: HttpRequest, *, login: str, password: str) -> User:
    """The active account that ``login`` (a name or an e-mail address) and ``password`` open.

    Raises ``InvalidInputError`` if they open none, ``TooManyAttemptsError`` after too many that
    failed, ``NotAllowedError`` where the account asks for a second factor, or has to.
    """
    user = _checked(request, login, password)
    if user is None or not user.is_active:
        raise InvalidInputError("wrong_credentials", WRONG_CREDENTIALS)
    if has_second_factor(user) or must_set_up_second_factor(user):
        raise NotAllowedError(
            "second_factor_needed",
            "This account has a second factor. Create the token on your account page.",
        )
    return user


def prove_identity(request: HttpRequest, *, user: User, password: str, code: str) -> None:
    """Let somebody who is signed in prove that it is still them, before something that opens or
    closes their account.

    They prove it by their password, or by a code if they have none. Raises ``InvalidInputError``
    for a wrong one, ``TooManyAttemptsError`` after too many failures. People who have neither have
    nothing to prove.
    """
    if user.has_usable_password():
        _check_password(request, user, password)
    elif has_second_factor(user):
        check_code(request, user=user, code=code)


def _check_password(request: HttpRequest, user: User, password: str) -> None:
    found = _checked(request, user.username, password)
    if found is None or found.pk != user.pk:
        raise InvalidInputError(
            "wrong_password", WRONG_PASSWORD, fields={"password": WRONG_PASSWORD}
        )


def _checked(request: HttpRequest, login: str, password: str) -> User | None:
    try:
        user = get_adapter(request).authenticate(request, username=login, password=password)
    except ValidationError as error:
        if error.code != LOCKED_OUT:
            raise
        seconds = error.params["seconds"] if error.params else 0
        raise TooManyAttemptsError(str(error.message), seconds=seconds) from error
    return user if isinstance(user, User) else None
