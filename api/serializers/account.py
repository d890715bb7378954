"""The caller's own account."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from annotator.workspace.accounts.email_addresses import Addresses
from annotator.workspace.accounts.mail import mail_is_set_up
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.second_factor import POLICIES
from annotator.workspace.accounts.single_sign_on import is_connected, single_sign_on_name
from api.serializers.output import Output, reads
from api.serializers.second_factor import ProofInput


class ProfileInput(serializers.Serializer[Any]):
    """What others see of the caller, and how the caller works. What is left out stays."""

    display_name = serializers.CharField(max_length=150, allow_blank=True, required=False)
    reviews_answers = serializers.BooleanField(
        required=False, help_text="Whether the caller reviews each answer before submitting it."
    )
    gets_daily_mail = serializers.BooleanField(
        required=False, help_text="Whether a mail a day tells the caller what waits."
    )


class EmailInput(ProofInput):
    """A new address, empty for none, and proof of who asks."""

    email = serializers.CharField(max_length=254, allow_blank=True)


class AccountOutput(Output[User]):
    """The caller's account."""

    username = serializers.CharField()
    display_name = serializers.CharField()
    reviews_answers = serializers.BooleanField()
    gets_daily_mail = serializers.BooleanField()

    @reads(serializers.CharField(help_text="The address in use; empty for none."))
    def email(self, _: User) -> str:
        return self._addresses.email

    @reads(serializers.BooleanField())
    def email_is_confirmed(self, _: User) -> bool:
        return self._addresses.is_confirmed

    @reads(serializers.CharField(help_text="The address that waits to be confirmed."))
    def pending_email(self, _: User) -> str:
        return self._addresses.pending

    @reads(serializers.BooleanField())
    def has_password(self, user: User) -> bool:
        return user.has_usable_password()

    @reads(serializers.BooleanField(help_text="Whether this site can send mail."))
    def mail_is_set_up(self, _: User) -> bool:
        return mail_is_set_up()

    @reads(
        serializers.ChoiceField(
            choices=POLICIES, help_text="Whether this site offers or requires a second factor."
        )
    )
    def second_factor(self, _: User) -> str:
        return settings.SECOND_FACTOR

    @reads(serializers.CharField(help_text="The provider's name; empty if this site has none."))
    def single_sign_on(self, _: User) -> str:
        return single_sign_on_name()

    @reads(serializers.BooleanField(help_text="Whether single sign-on opens the account."))
    def is_connected(self, user: User) -> bool:
        return bool(single_sign_on_name()) and is_connected(user)

    @property
    def _addresses(self) -> Addresses:
        addresses: Addresses = self.context["addresses"]
        return addresses
