"""Settings that are unsafe where others reach the site are refused by name.

A site is *public* when ``PUBLIC_URL`` is set. Without it, the platform serves the person at the
machine, and nothing here applies.
"""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

import structlog
from django.apps.config import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, run_checks

from annotator.configuration import LOOPBACK
from annotator.installation import command
from annotator.running.operations.starting import database_problem

log = structlog.get_logger(__name__)

SHORTEST_KEY = 32


def check_production_settings(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001 - Django's signature
    **kwargs: Any,  # noqa: ARG001
) -> list[CheckMessage]:
    """Unsafe settings of a public site; none if the site is not public."""
    if not settings.PUBLIC_URL:
        return []
    return [*_addresses(), *_secrets(), *_services(), *_people()]


def check_sign_in_settings(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001 - Django's signature
    **kwargs: Any,  # noqa: ARG001
) -> list[CheckMessage]:
    """Problems of the settings of signing in, on every site."""
    return [*_second_factor(), *_single_sign_on(), *_demo()]


def _demo() -> Iterator[CheckMessage]:
    if settings.DEMO and settings.HOST not in LOOPBACK:
        yield checks.Warning(
            f"HOST={settings.HOST} lets other machines in, and DEMO=1 opens accounts whose "
            "password everybody knows.",
            hint="DEMO=0, or HOST=127.0.0.1",
            id="plumbline.W004",
        )


def _second_factor() -> Iterator[CheckMessage]:
    from annotator.workspace.accounts.second_factor import POLICIES

    if settings.SECOND_FACTOR not in POLICIES:
        yield Error(
            f"SECOND_FACTOR={settings.SECOND_FACTOR} is not one of {', '.join(POLICIES)}.",
            hint="SECOND_FACTOR=optional",
            id="plumbline.E011",
        )


def _single_sign_on() -> Iterator[CheckMessage]:
    names = ("OIDC_SERVER_URL", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET")
    given = [name for name in names if getattr(settings, name)]
    if not given:
        return
    missing = [name for name in names if name not in given]
    if missing:
        yield Error(
            f"{' and '.join(given)} is set without {' and '.join(missing)}, so nobody "
            "could sign in with it.",
            hint="Set all three as the provider says, or none.",
            id="plumbline.E012",
        )
    address = urlsplit(settings.OIDC_SERVER_URL)
    if settings.OIDC_SERVER_URL and address.scheme != "https" and address.hostname not in LOOPBACK:
        yield Error(
            f"OIDC_SERVER_URL={settings.OIDC_SERVER_URL} is not https, so anyone in "
            "between could forge a sign-in.",
            hint=f"OIDC_SERVER_URL=https://{address.hostname or 'login.example.org'}{address.path}",
            id="plumbline.E013",
        )


def refuse_unsafe_settings() -> None:
    """End the process with one sentence for every error among the checks of security.

    Warnings are logged.
    """
    messages = run_checks(tags=[Tags.security])
    errors = [message for message in messages if message.is_serious()]
    if errors:
        raise SystemExit("\n".join(str(error) for error in errors))
    for message in messages:
        log.warning("unwise_setting", setting=message.id, problem=message.msg, fix=message.hint)


def refuse_unsafe_start() -> None:
    """End the process with one sentence if it can't serve, or not safely.

    Besides the settings, that is an unusable database and, on a public site, an account that the
    demo's password opens.
    """
    from django.db import connection

    refuse_unsafe_settings()
    reason = database_problem()
    if settings.PUBLIC_URL and not reason:
        from annotator.workspace.accounts.demo_accounts import refusal_of_demo_accounts

        reason = refusal_of_demo_accounts()
    # Processes that are forked must not share it.
    connection.close()
    if reason:
        raise SystemExit(reason)


def _addresses() -> Iterator[CheckMessage]:
    address = urlsplit(settings.PUBLIC_URL)
    host = address.hostname or ""
    if address.scheme != "https" and host not in LOOPBACK:
        yield Error(
            f"PUBLIC_URL={settings.PUBLIC_URL} is not https, so passwords would travel "
            "unencrypted.",
            hint="Put a reverse proxy with TLS in front, and give its https address.",
            id="plumbline.E001",
        )
    if address.path.strip("/") or address.query or address.fragment:
        yield Error(
            f"PUBLIC_URL={settings.PUBLIC_URL} is more than a site's address.",
            hint="Give scheme and name only, such as https://annotate.example.org.",
            id="plumbline.E002",
        )
    if any(name in {"*", "."} for name in settings.ALLOWED_HOSTS):
        yield Error(
            "ALLOWED_HOSTS=* lets anyone choose the host name in the site's links.",
            hint=f"ALLOWED_HOSTS={host or 'the name of the site'}",
            id="plumbline.E003",
        )
    elif not _is_allowed(host):
        yield Error(
            f"ALLOWED_HOSTS lacks {host}, the name in PUBLIC_URL: every page would be refused.",
            hint=f"ALLOWED_HOSTS={','.join([host, *settings.ALLOWED_HOSTS])}",
            id="plumbline.E004",
        )


def _is_allowed(host: str) -> bool:
    from django.http.request import validate_host

    return validate_host(host, settings.ALLOWED_HOSTS)


def _secrets() -> Iterator[CheckMessage]:
    if settings.DEBUG:
        yield Error(
            "DEBUG=1 shows settings and source code to anyone who causes an error.",
            hint="DEBUG=0",
            id="plumbline.E005",
        )
    if settings.DEMO:
        yield Error(
            "DEMO=1 opens accounts whose passwords everybody knows.",
            hint=f"DEMO=0, and {command('remove_demo')} where it was loaded.",
            id="plumbline.E006",
        )
    if settings.SECRET_KEY_IS_GENERATED and settings.DATABASE_URL:
        yield Error(
            "SECRET_KEY is not set, so each machine would generate its own and sign everybody out.",
            hint="Give all processes the same long, random SECRET_KEY.",
            id="plumbline.E007",
        )
    if len(settings.SECRET_KEY) < SHORTEST_KEY:
        yield Error(
            f"SECRET_KEY has {len(settings.SECRET_KEY)} characters: it can be guessed.",
            hint=f"Take at least {SHORTEST_KEY} random ones: openssl rand -base64 48",
            id="plumbline.E008",
        )


def _services() -> Iterator[CheckMessage]:
    if settings.REDIS_URL and not settings.DATABASE_URL:
        yield Error(
            "REDIS_URL is set and DATABASE_URL is not. Workers elsewhere can't share SQLite.",
            hint="Set DATABASE_URL to a PostgreSQL, or leave out REDIS_URL too.",
            id="plumbline.E010",
        )
    if settings.DATABASE_URL and not settings.REDIS_URL:
        yield checks.Warning(
            "DATABASE_URL is set and REDIS_URL is not. Workers on other machines get no jobs.",
            hint="Set REDIS_URL, or keep everything on one machine.",
            id="plumbline.W001",
        )


def _people() -> Iterator[CheckMessage]:
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        yield checks.Warning(
            "EMAIL_URL does not name a mail server, so only administrators can reset passwords.",
            hint="EMAIL_URL=smtp+tls://USER:PASSWORD@mail.example.org:587",
            id="plumbline.W002",
        )
    if settings.HTTPS and not settings.TRUSTED_PROXIES:
        yield checks.Warning(
            "TRUSTED_PROXIES=0: behind the reverse proxy, everybody seems to come from one "
            "address.",
            hint="TRUSTED_PROXIES=1, or the number of proxies in a row.",
            id="plumbline.W003",
        )
