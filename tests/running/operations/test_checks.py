from typing import Any

import pytest
from django.test import override_settings

from annotator.running.operations.checks import (
    check_production_settings,
    check_sign_in_settings,
    refuse_unsafe_settings,
)

SAFE: dict[str, Any] = {
    "PUBLIC_URL": "https://annotate.example.org",
    "ALLOWED_HOSTS": ["annotate.example.org"],
    "DEBUG": False,
    "DEMO": False,
    "SECRET_KEY": "k" * 48,
    "SECRET_KEY_IS_GENERATED": False,
    "DATABASE_URL": "postgresql://db/plumbline",
    "REDIS_URL": "redis://redis/0",
    "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
    "TRUSTED_PROXIES": 1,
    "HTTPS": True,
}


def found(**changes: Any) -> list[str]:
    with override_settings(**{**SAFE, **changes}):
        return [message.id or "" for message in check_production_settings(None)]


def test_safe_settings_pass() -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"PUBLIC_URL": "http://annotate.example.org"}, "plumbline.E001"),
        ({"PUBLIC_URL": "https://annotate.example.org/nq"}, "plumbline.E002"),
        ({"ALLOWED_HOSTS": ["*"]}, "plumbline.E003"),
        ({"ALLOWED_HOSTS": ["localhost"]}, "plumbline.E004"),
        ({"DEBUG": True}, "plumbline.E005"),
        ({"DEMO": True}, "plumbline.E006"),
        ({"SECRET_KEY_IS_GENERATED": True}, "plumbline.E007"),
        ({"SECRET_KEY": "short"}, "plumbline.E008"),
        ({"DATABASE_URL": ""}, "plumbline.E010"),
        ({"REDIS_URL": ""}, "plumbline.W001"),
        ({"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}, "plumbline.W002"),
        ({"TRUSTED_PROXIES": 0}, "plumbline.W003"),
    ],
)
def test_each_unsafe_setting_is_named(changes: dict[str, Any], expected: str) -> None:
    assert found(**changes) == [expected]


def test_a_small_public_site_on_sqlite_may_keep_its_generated_key() -> None:
    small = {"DATABASE_URL": "", "REDIS_URL": ""}
    assert found(**small, SECRET_KEY_IS_GENERATED=True) == []


def test_a_site_on_this_machine_alone_may_be_without_tls() -> None:
    assert found(PUBLIC_URL="http://localhost:8000", ALLOWED_HOSTS=["localhost"]) == []


def test_nothing_is_refused_where_nobody_else_comes() -> None:
    assert found(PUBLIC_URL="", DEBUG=True, DEMO=True, ALLOWED_HOSTS=["*"]) == []


@override_settings(**{**SAFE, "DEBUG": True, "DEMO": True})
def test_a_public_site_with_unsafe_settings_does_not_start() -> None:
    with pytest.raises(SystemExit, match=r"(?s)DEBUG=1.*DEMO=1"):
        refuse_unsafe_settings()


@override_settings(SECOND_FACTOR="always")
def test_a_policy_that_there_is_not_is_named_on_every_site() -> None:
    (error,) = check_sign_in_settings(None)
    assert (error.id, error.msg) == (
        "plumbline.E011",
        "SECOND_FACTOR=always is not one of off, optional, required.",
    )
    with pytest.raises(SystemExit, match="SECOND_FACTOR=always"):
        refuse_unsafe_settings()


PROVIDER = {
    "OIDC_SERVER_URL": "https://login.example.org",
    "OIDC_CLIENT_ID": "plumbline",
    "OIDC_CLIENT_SECRET": "secret words",
}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"OIDC_CLIENT_SECRET": ""},
            "OIDC_SERVER_URL and OIDC_CLIENT_ID is set without OIDC_CLIENT_SECRET",
        ),
        (
            {"OIDC_SERVER_URL": "", "OIDC_CLIENT_ID": ""},
            "OIDC_CLIENT_SECRET is set without OIDC_SERVER_URL",
        ),
        ({"OIDC_SERVER_URL": "http://login.example.org/realm"}, "is not https"),
    ],
)
def test_single_sign_on_that_is_half_set_up_is_named(
    changes: dict[str, str], sentence: str
) -> None:
    with override_settings(**{**PROVIDER, **changes}):
        (error,) = check_sign_in_settings(None)
    assert sentence in error.msg


@pytest.mark.parametrize("server", ["https://login.example.org", "http://localhost:8080/realm"])
def test_single_sign_on_that_is_set_up_passes(server: str) -> None:
    with override_settings(**{**PROVIDER, "OIDC_SERVER_URL": server}):
        assert check_sign_in_settings(None) == []


def test_the_settings_of_signing_in_are_right_as_they_come() -> None:
    assert check_sign_in_settings(None) == []
