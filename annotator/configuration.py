"""Everything that the environment says, read once, as typed values.

Knows no Django: ``make run``, gunicorn's file and the settings all read it. Every variable is
explained in docs/configuration.md.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import SplitResult, parse_qs, quote, urlsplit

from environ.fileaware_mapping import FileAwareMapping

from annotator.installation import data_folder

WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - a lookup
"""Addresses that mean all of a machine's, and the address by which the machine reaches itself."""
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
PORTS = {"http": 80, "https": 443}
DATABASES = ("postgresql", "postgres", "pgsql")
BROKERS = ("redis", "rediss")
MAILERS = ("smtp", "smtp+tls", "smtp+ssl", "smtps", "filemail", "consolemail", "dummymail")
RATE_UNITS = ("s", "sec", "second", "m", "min", "minute", "h", "hour", "d", "day")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
YES, NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
LARGEST = 2**63 - 1
MOST_DAYS = 36_500
"""A hundred years. Python knows no dates before the year 1 or after 9999."""


class ConfigurationError(Exception):
    """The environment asks for something impossible; the message names variable and fix."""


@dataclass(frozen=True)
class Variables:
    """The environment, one variable at a time. Blanks around a value don't count, and an empty
    variable is one that is not set. ``NAME_FILE`` names a file with the value of ``NAME``.

    Each method raises ``ConfigurationError`` for a value that it can't read.
    """

    environment: Mapping[str, str]

    def text(self, name: str, default: str = "") -> str:
        """A text."""
        in_file = self.environment.get(f"{name}_FILE", "").strip()
        if not in_file:
            return self.environment.get(name, "").strip() or default
        if self.environment.get(name, "").strip():
            raise ConfigurationError(f"{name} and {name}_FILE are both set: give one of them")
        try:
            return str(FileAwareMapping({f"{name}_FILE": in_file})[name]).strip() or default
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "it is not UTF-8"
            raise ConfigurationError(f"{name}_FILE={in_file}: can't be read: {why}") from error

    def number(self, name: str, default: int, *, least: int = 0, most: int = LARGEST) -> int:
        """A whole number within bounds."""
        text = self.text(name, str(default))
        if not _is_whole(text) or not least <= int(text) <= most:
            bounds = f"from {least} to {most}" if most < LARGEST else f"of at least {least}"
            raise ConfigurationError(f"{name}={text}: give a whole number {bounds}")
        return int(text)

    def flag(self, name: str, *, default: bool) -> bool:
        """Yes or no."""
        text = self.text(name, "1" if default else "0")
        if text.lower() not in YES | NO:
            raise ConfigurationError(f"{name}={text}: give 1 or 0")
        return text.lower() in YES

    def choice(self, name: str, default: str, options: tuple[str, ...]) -> str:
        """One of ``options``, in capitals or not."""
        text = self.text(name, default)
        spelt = {option.lower(): option for option in options}
        if text != default and text.lower() not in spelt:
            raise ConfigurationError(f"{name}={text}: give one of {', '.join(options)}")
        return spelt.get(text.lower(), default)

    def names(self, name: str, default: tuple[str, ...]) -> list[str]:
        """Names with commas between them."""
        names = (each.strip() for each in self.text(name, ",".join(default)).split(","))
        return [each for each in names if each]

    def address(self, name: str, schemes: tuple[str, ...], example: str) -> str:
        """An address that begins with one of ``schemes``; "" where there is none.

        The value is not repeated in the error: it may hold a password.
        """
        text = self.text(name)
        scheme, separator, rest = text.partition("://")
        if text and (not separator or scheme.lower() not in schemes):
            found = f"{scheme}://" if separator else "something else"
            raise ConfigurationError(
                f"{name} begins with {found}: give an address such as {example}"
            )
        if flawed := _flawed_part(text):
            raise ConfigurationError(
                f"{name} has no valid {flawed}: give an address such as {example}"
            )
        return f"{scheme.lower()}://{rest}" if text else ""

    def issuer(self, name: str) -> str:
        """The address of a provider as it was written; "" where there is none.

        People's connections to it are kept under a hash of this text.
        """
        self.address(name, ("https", "http"), "https://login.example.org/realms/staff")
        return self.text(name)

    def database(self, name: str) -> str:
        """The address of a database on PostgreSQL; "" where there is none."""
        example = "postgresql://USER:PASSWORD@HOST:5432/NAME"
        text = self.address(name, DATABASES, example)
        parts = urlsplit(text)
        # A service of PostgreSQL's own configuration names the database there.
        if text and not parts.path.strip("/") and "service" not in parse_qs(parts.query):
            raise ConfigurationError(f"{name} names no database: give an address such as {example}")
        return text

    def broker(self, name: str) -> str:
        """The address of Redis; "" where there is none."""
        example = "redis://HOST:6379/0"
        text = self.address(name, BROKERS, example)
        number = urlsplit(text).path.lstrip("/")
        if number and not (number.isascii() and number.isdecimal()):
            raise ConfigurationError(
                f"{name} ends with {number}, which is not a number: "
                f"give an address such as {example}"
            )
        return text

    def site(self, name: str) -> str:
        """The address of a site as browsers write it: small letters, no port that goes without
        saying, no slash at its end; "" where there is none.
        """
        example = "https://annotate.example.org"
        text = self.address(name, ("https", "http"), example)
        if not text:
            return ""
        parts = urlsplit(text)
        if not parts.hostname or "@" in parts.netloc or any(map(str.isspace, text)):
            raise ConfigurationError(f"{name}={text}: give an address such as {example}")
        netloc = in_brackets(parts.hostname)
        if parts.port is not None and parts.port != PORTS[parts.scheme]:
            netloc += f":{parts.port}"
        return SplitResult(
            parts.scheme, netloc, parts.path.rstrip("/"), parts.query, parts.fragment
        ).geturl()

    def rate(self, name: str, default: str) -> str:
        """How often within a time, with its unit as allauth writes it: ``30/m``."""
        text = self.text(name, default)
        amount, _, unit = text.partition("/")
        # With none at all, nobody could sign in.
        if not _is_whole(amount) or not int(amount) or unit not in RATE_UNITS:
            raise ConfigurationError(
                f"{name}={text}: give a number and s, min, hour or day, such as {default}"
            )
        return f"{int(amount)}/{unit[0]}"


def _flawed_part(address: str) -> str:
    """The part of an address that can't be read; "" where all can."""
    try:
        parts = urlsplit(address)
    except ValueError:
        # A bracket that is not closed, or something else than an address of IPv6 in brackets.
        return "host"
    try:
        parts.port  # noqa: B018 - raises where it is not a number
    except ValueError:
        return "port"
    return ""


def _with_password(address: str, password: str) -> str:
    # An address that has one keeps it.
    parts = urlsplit(address)
    if not address or not password or parts.password is not None:
        return address
    user, _, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user}:{quote(password, safe='')}@{host}").geturl()


def _is_whole(text: str) -> bool:
    # int() refuses thousands of digits in its own way.
    return text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST))


@dataclass(frozen=True, kw_only=True)
class Configuration:
    """What the environment says. ``public_url`` is "" for a site that nobody else reaches;
    ``import_processes`` is None for as many as there are cores; ``spacy_model`` is "" for the first
    one that is installed, ``answer_reader`` for none.
    """

    host: str
    port: int
    workers: int
    wants_nginx: bool
    behind_nginx: bool
    data_dir: Path
    demo: bool
    debug: bool
    secret_key: str
    allowed_hosts: list[str]
    public_url: str
    trusted_proxies: int
    database_url: str
    test_database_name: str
    prepared_statements: bool
    redis_url: str
    import_processes: int | None
    spacy_model: str
    answer_reader: str
    fetch_site: str
    fetch_hosts: list[str]
    fetch_contact: str
    job_silence_seconds: int
    email_url: str
    default_from_email: str
    invitation_mails_per_hour: int
    sign_in_rate: str
    api_rate_per_minute: int
    token_days: int
    second_factor: str
    oidc_server_url: str
    oidc_client_id: str
    oidc_client_secret: str
    oidc_name: str
    max_upload_bytes: int
    result_days: int
    log_format: str
    log_level: str
    metrics_token: str
    min_free_bytes: int

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Self:
        """Read every variable. Raises ``ConfigurationError`` for the first that makes no sense."""
        env = Variables(environment)
        public_url = env.site("PUBLIC_URL")
        proxies = 1 if public_url.startswith("https://") else 0
        host = env.text("HOST", "127.0.0.1")
        has_processes = bool(env.text("IMPORT_PROCESSES"))
        return cls(
            host=host,
            port=env.number("PORT", 8000, least=1, most=65535),
            workers=env.number("WORKERS", 2, least=1, most=256),
            # `make run` uses nginx unless told not to; gunicorn must be told about it.
            wants_nginx=env.flag("NGINX", default=True),
            behind_nginx=env.flag("NGINX", default=False),
            data_dir=data_folder(env.text("DATA_DIR")),
            demo=env.flag("DEMO", default=True),
            debug=env.flag("DEBUG", default=False),
            secret_key=env.text("SECRET_KEY"),
            allowed_hosts=env.names("ALLOWED_HOSTS", names_of_site(host)),
            public_url=public_url,
            trusted_proxies=env.number("TRUSTED_PROXIES", proxies),
            database_url=_with_password(
                env.database("DATABASE_URL"), env.text("DATABASE_PASSWORD")
            ),
            test_database_name=env.text("TEST_DATABASE_NAME"),
            prepared_statements=env.flag("PREPARED_STATEMENTS", default=True),
            redis_url=_with_password(env.broker("REDIS_URL"), env.text("REDIS_PASSWORD")),
            import_processes=env.number("IMPORT_PROCESSES", 1, least=1) if has_processes else None,
            spacy_model=env.text("SPACY_MODEL"),
            answer_reader=env.text("ANSWER_READER"),
            fetch_site=env.site("FETCH_SITE") or "https://en.wikipedia.org",
            fetch_hosts=env.names("FETCH_HOSTS", ("*.wikipedia.org",)),
            fetch_contact=env.text("FETCH_CONTACT"),
            job_silence_seconds=env.number(
                "JOB_SILENCE_SECONDS", 300, least=1, most=MOST_DAYS * 86_400
            ),
            email_url=_with_tls_from_the_start(
                env.address("EMAIL_URL", MAILERS, "smtp+tls://USER:PASSWORD@mail.example.org:587")
            ),
            default_from_email=env.text("DEFAULT_FROM_EMAIL"),
            invitation_mails_per_hour=env.number("INVITATION_MAILS_PER_HOUR", 100),
            sign_in_rate=env.rate("SIGN_IN_RATE", "300/min"),
            api_rate_per_minute=env.number("API_RATE_PER_MINUTE", 6_000),
            token_days=env.number("TOKEN_DAYS", 90, most=MOST_DAYS),
            second_factor=env.text("SECOND_FACTOR", "off"),
            # A check says why it has to be https.
            oidc_server_url=env.issuer("OIDC_SERVER_URL"),
            oidc_client_id=env.text("OIDC_CLIENT_ID"),
            oidc_client_secret=env.text("OIDC_CLIENT_SECRET"),
            oidc_name=env.text("OIDC_NAME", "single sign-on"),
            max_upload_bytes=env.number("MAX_UPLOAD_BYTES", 2 * 1024**3, least=1),
            result_days=env.number("RESULT_DAYS", 30, most=MOST_DAYS),
            log_format=env.choice("LOG_FORMAT", "console", ("console", "json")),
            log_level=env.choice("LOG_LEVEL", "", LEVELS),
            metrics_token=env.text("METRICS_TOKEN"),
            min_free_bytes=env.number("MIN_FREE_BYTES", 256 * 1024**2),
        )

    @classmethod
    def of_this_process(cls) -> Self:
        """The configuration from this process's environment.

        If it makes no sense, end the process with one sentence and exit code 1: ``manage.py``,
        gunicorn and Celery would print tracebacks for an exception.
        """
        try:
            return cls.read(os.environ)
        except ConfigurationError as error:
            raise SystemExit(str(error)) from error

    @property
    def https(self) -> bool:
        """Whether people reach the site by HTTPS."""
        return self.public_url.startswith("https://")

    @property
    def is_for_this_machine(self) -> bool:
        """Whether only people at this machine can reach the site."""
        return self.host in LOOPBACK and not self.public_url

    @property
    def bind(self) -> str:
        """The address that the web server listens on."""
        return f"{in_brackets(self.host)}:{self.port}"

    @property
    def url(self) -> str:
        """The address to open in a browser on this machine."""
        return f"http://{in_brackets(WILDCARDS.get(self.host, self.host))}:{self.port}/"

    @property
    def site_url(self) -> str:
        """Where the site is reached, for links in mails and terminals; no slash at its end."""
        return self.public_url or self.url.rstrip("/")


def _with_tls_from_the_start(address: str) -> str:
    # To django-environ, smtps means STARTTLS. A server on port 465 doesn't answer that.
    scheme, separator, rest = address.partition("://")
    return f"smtp+ssl{separator}{rest}" if scheme == "smtps" else address


def names_of_site(host: str) -> tuple[str, ...]:
    """By which browsers reach a site that listens on ``host``: this machine's, and ``host`` itself
    unless it means all addresses.
    """
    own = "localhost", "127.0.0.1", "[::1]"
    name = in_brackets(host)
    return own if host in WILDCARDS or name in own else (*own, name)


def in_brackets(host: str) -> str:
    """An IPv6 address in the brackets that a URL wants; other hosts as they are."""
    return f"[{host}]" if ":" in host else host
