"""The step of signing in that asks for a code."""

from allauth.core import context
from allauth.headless.constants import Client
from allauth.headless.mfa.inputs import AuthenticateInput
from allauth.headless.mfa.views import AuthenticateView
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError

from annotator.exceptions import InvalidInputError, TooManyAttemptsError
from annotator.workspace.accounts.lockout import LOCKED_OUT
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.second_factor_codes import check_code


def checked_code(user: User, code: str) -> Authenticator:
    """Where a code in a form of allauth's comes from.

    Raises ``ValidationError`` for a wrong one and after too many.
    """
    try:
        return check_code(context.request, user=user, code=code)
    except InvalidInputError as error:
        raise ValidationError(error.detail, code=error.code) from error
    except TooManyAttemptsError as error:
        raise ValidationError(error.detail, code=LOCKED_OUT) from error


class CodeInput(AuthenticateInput):  # type: ignore[misc]  # allauth has no types
    """A code, under our limits: allauth's own refuse if their turn to count doesn't come."""

    def clean_code(self) -> str:
        """The code; raises what ``checked_code`` raises."""
        code: str = self.cleaned_data["code"]
        self.authenticator = checked_code(self.user, code)
        return code


class CodeView(AuthenticateView):  # type: ignore[misc]  # allauth has no types
    """Takes the code of somebody whose password, or single sign-on, was right."""

    input_class = CodeInput


code_view = CodeView.as_api_view(client=Client.BROWSER)
