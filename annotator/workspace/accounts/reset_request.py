"""Asking for a new password by mail."""

from allauth.headless.account.inputs import RequestPasswordResetInput
from allauth.headless.account.views import RequestPasswordResetView
from allauth.headless.constants import Client
from django.http import HttpRequest

from annotator.foundation.names.naming import name_key
from annotator.workspace.accounts.reset import queue_reset_links


class ResetRequestInput(RequestPasswordResetInput):  # type: ignore[misc]  # allauth has no types
    """An address. Nobody looks up its owner while the caller waits."""

    def clean_email(self) -> str:
        """The address in the form in which it is compared and requests are counted."""
        return name_key(str(self.cleaned_data["email"]))

    def save(self, request: HttpRequest, **kwargs: object) -> str:
        """Hand the address to a worker."""
        email = str(self.cleaned_data["email"])
        queue_reset_links(email=email)
        return email


class ResetRequestView(RequestPasswordResetView):  # type: ignore[misc]  # allauth has no types
    """Answers the same, and as soon, whether an address is known or not."""

    input_class = ResetRequestInput


reset_request_view = ResetRequestView.as_api_view(client=Client.BROWSER)
