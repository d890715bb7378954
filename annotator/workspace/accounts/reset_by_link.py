"""Setting a new password with the key of a link from a mail."""

import re

from allauth.account.adapter import get_adapter
from allauth.headless.account.inputs import ResetPasswordInput
from allauth.headless.account.views import ResetPasswordView
from allauth.headless.constants import Client
from django.http import HttpRequest, HttpResponseBase

# The account's number in base 36 and a token; allauth fails on a key without a number.
_KEY = re.compile(r"[0-9A-Za-z]{1,13}-\S+")
_NOBODYS_KEY = "0-0"


class NewPasswordInput(ResetPasswordInput):  # type: ignore[misc]  # allauth has no types
    """A key and the new password."""

    def clean_key(self) -> str:
        """The key; raises ``ValidationError`` for one that no link has."""
        if not _KEY.fullmatch(self.cleaned_data["key"]):
            raise get_adapter().validation_error("invalid_password_reset")
        key: str = super().clean_key()
        return key


class ResetByLinkView(ResetPasswordView):  # type: ignore[misc]  # allauth has no types
    """Says whether a key opens an account, and sets its password."""

    input_class = NewPasswordInput

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Whether the key in the header is good."""
        header = "HTTP_X_PASSWORD_RESET_KEY"
        if not _KEY.fullmatch(request.META.get(header, "")):
            request.META[header] = _NOBODYS_KEY
        answer: HttpResponseBase = super().get(request, *args, **kwargs)
        return answer


reset_view = ResetByLinkView.as_api_view(client=Client.BROWSER)
