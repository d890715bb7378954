"""The caller's second factor."""

from typing import Any

from rest_framework import serializers

from annotator.workspace.accounts.second_factor import POLICIES, NewKey, SecondFactor
from api.serializers.output import Output


class ProofInput(serializers.Serializer[Any]):
    """Proof of who asks: the password, or a code if the account has none."""

    password = serializers.CharField(trim_whitespace=False, allow_blank=True, default="")
    code = serializers.CharField(allow_blank=True, default="", max_length=40)


class TurnOnInput(serializers.Serializer[Any]):
    """The password, and a code of the key that was made last."""

    password = serializers.CharField(trim_whitespace=False, allow_blank=True, default="")
    code = serializers.CharField(max_length=40)


class SecondFactorOutput(Output[SecondFactor]):
    """The site's rule, and the caller's second factor."""

    policy = serializers.ChoiceField(choices=POLICIES)
    is_on = serializers.BooleanField()
    since = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)
    recovery_codes_left = serializers.IntegerField()


class NewKeyOutput(Output[NewKey]):
    """A key for an authenticator app. It counts once a code of it was sent."""

    key = serializers.CharField(help_text="To type, in base32.")
    address = serializers.CharField(help_text="otpauth://…, what the picture says.")
    picture = serializers.CharField(help_text="data:image/svg+xml;base64,…, to scan.")


class RecoveryCodesOutput(Output[list[str]]):
    """Codes that open the account once each where the app is lost."""

    codes = serializers.ListField(source="*", child=serializers.CharField())
