"""The caller's own account."""

from typing import Any

from rest_framework import serializers

from annotator.workspace.accounts.second_factor import POLICIES
from api.serializers.second_factor import ProofInput


class ProfileInput(serializers.Serializer[Any]):
    """What others see of the caller, and how the caller works. What is left out stays."""

    display_name = serializers.CharField(max_length=150, allow_blank=True, required=False)
    reviews_answers = serializers.BooleanField(
        required=False, help_text="Whether the caller reviews each answer before submitting it."
    )


class EmailInput(ProofInput):
    """A new address, empty for none, and proof of who asks."""

    email = serializers.CharField(max_length=254, allow_blank=True)


class AccountOutput(serializers.Serializer[Any]):
    """The caller's account."""

    username = serializers.CharField()
    display_name = serializers.CharField()
    reviews_answers = serializers.BooleanField()
    email = serializers.CharField(help_text="The address in use; empty for none.")
    email_is_confirmed = serializers.BooleanField()
    pending_email = serializers.CharField(help_text="The address that waits to be confirmed.")
    has_password = serializers.BooleanField()
    mail_is_set_up = serializers.BooleanField(help_text="Whether this site can send mail.")
    second_factor = serializers.ChoiceField(
        choices=POLICIES, help_text="Whether this site offers or requires a second factor."
    )
    single_sign_on = serializers.CharField(
        help_text="The provider's name; empty if this site has none."
    )
    is_connected = serializers.BooleanField(help_text="Whether single sign-on opens the account.")
