"""A new password for somebody who is signed in."""

from typing import Any

from allauth.headless.account.inputs import ChangePasswordInput
from allauth.headless.account.views import ChangePasswordView
from allauth.headless.constants import Client
from django import forms
from django.core.exceptions import ValidationError

from annotator.workspace.accounts.second_factor import has_second_factor
from annotator.workspace.accounts.second_factor_sign_in import checked_code


class NewPasswordInput(ChangePasswordInput):  # type: ignore[misc]  # allauth has no types
    """The new password, and what proves who asks: the present one, or a code if there is none."""

    code = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        """Everything sent; a code counts once, so it is looked at after the rest."""
        values: dict[str, Any] = super().clean()
        asks_for_code = not self.user.has_usable_password() and has_second_factor(self.user)
        if asks_for_code and not self.errors:
            try:
                checked_code(self.user, values["code"])
            except ValidationError as error:
                self.add_error("code", error)
        return values


class ChangeView(ChangePasswordView):  # type: ignore[misc]  # allauth has no types
    """Sets a password, also the first one of somebody who came by single sign-on."""

    input_class = NewPasswordInput


change_view = ChangeView.as_api_view(client=Client.BROWSER)
