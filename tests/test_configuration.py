"""What the environment says, as typed values."""

from pathlib import Path

import pytest
from environ import Env

from annotator.configuration import Configuration, ConfigurationError

LIKE_A_DATABASE = "give an address such as postgresql://USER:PASSWORD@HOST:5432/NAME"
LIKE_A_SITE = "give an address such as https://annotate.example.org"
LIKE_AN_ISSUER = "give an address such as https://login.example.org/realms/staff"


def configuration(**environment: str) -> Configuration:
    return Configuration.read(environment)


def refusal(**environment: str) -> str:
    with pytest.raises(ConfigurationError) as refused:
        configuration(**environment)
    return str(refused.value)


def test_configuration_needs_no_variable() -> None:
    read = configuration()
    assert (read.host, read.port, read.data_dir, read.workers, read.demo, read.public_url) == (
        "127.0.0.1",
        8000,
        # Beside manage.py, wherever the module that reads it lies.
        Path(__file__).resolve().parents[1] / "var",
        2,
        True,
        "",
    )


def test_an_empty_variable_is_one_that_is_not_set() -> None:
    names = ("HOST", "PORT", "DEMO", "PUBLIC_URL", "ALLOWED_HOSTS", "SIGN_IN_RATE", "LOG_LEVEL")
    assert configuration(**dict.fromkeys(names, " ")) == configuration()


def test_configuration_reads_what_it_is_given() -> None:
    read = configuration(
        HOST="::1",
        PORT=" 9000 ",
        DATA_DIR="/srv/folder",
        WORKERS="4",
        DEMO="off",
        ALLOWED_HOSTS="a.example.org, b.example.org,",
        SIGN_IN_RATE="30/min",
        LOG_FORMAT="JSON",
        LOG_LEVEL="debug",
    )
    assert (read.host, read.port, str(read.data_dir), read.workers, read.demo) == (
        *("::1", 9000, "/srv/folder", 4, False),
    )
    assert (read.allowed_hosts, read.sign_in_rate, read.log_format, read.log_level) == (
        ["a.example.org", "b.example.org"],
        "30/m",
        "json",
        "DEBUG",
    )


@pytest.mark.parametrize(
    ("name", "value", "most"),
    [
        ("PORT", "http", 65535),
        ("PORT", "0", 65535),
        ("PORT", "65536", 65535),
        ("PORT", "８０", 65535),
        ("WORKERS", "-1", 256),
        ("WORKERS", "9" * 5000, 256),
        ("JOB_SILENCE_SECONDS", "999999999999", 3_153_600_000),
    ],
)
def test_a_number_that_makes_no_sense_is_refused(name: str, value: str, most: int) -> None:
    assert refusal(**{name: value}) == f"{name}={value}: give a whole number from 1 to {most}"


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DEMO": "maybe"}, "DEMO=maybe: give 1 or 0"),
        ({"MIN_FREE_BYTES": "x"}, "MIN_FREE_BYTES=x: give a whole number of at least 0"),
        # To nginx, 0 means no limit.
        ({"MAX_UPLOAD_BYTES": "0"}, "MAX_UPLOAD_BYTES=0: give a whole number of at least 1"),
        ({"RESULT_DAYS": "36501"}, "RESULT_DAYS=36501: give a whole number from 0 to 36500"),
        ({"TOKEN_DAYS": "999999"}, "TOKEN_DAYS=999999: give a whole number from 0 to 36500"),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT=xml: give one of console, json"),
        (
            {"SIGN_IN_RATE": "often"},
            "SIGN_IN_RATE=often: give a number and s, min, hour or day, such as 300/min",
        ),
        (
            {"SIGN_IN_RATE": "0/min"},
            "SIGN_IN_RATE=0/min: give a number and s, min, hour or day, such as 300/min",
        ),
        (
            {"DATABASE_URL": "mysql://root:secret@db/plumbline"},
            f"DATABASE_URL begins with mysql://: {LIKE_A_DATABASE}",
        ),
        (
            {"DATABASE_URL": "postgresql://db:port/plumbline"},
            f"DATABASE_URL has no valid port: {LIKE_A_DATABASE}",
        ),
        (
            {"REDIS_URL": "localhost:6379"},
            "REDIS_URL begins with something else: give an address such as redis://HOST:6379/0",
        ),
        (
            {"DATABASE_URL": "postgresql://u:secret@db"},
            f"DATABASE_URL names no database: {LIKE_A_DATABASE}",
        ),
        (
            {"DATABASE_URL": "postgresql://u:secret@db/?sslmode=require"},
            f"DATABASE_URL names no database: {LIKE_A_DATABASE}",
        ),
        (
            {"REDIS_URL": "redis://:secret@cache:6379/plumbline"},
            (
                "REDIS_URL ends with plumbline, which is not a number: "
                "give an address such as redis://HOST:6379/0"
            ),
        ),
        (
            {"OIDC_SERVER_URL": "https://[login.example.org/realms"},
            f"OIDC_SERVER_URL has no valid host: {LIKE_AN_ISSUER}",
        ),
        (
            {"OIDC_SERVER_URL": "login.example.org/realms"},
            f"OIDC_SERVER_URL begins with something else: {LIKE_AN_ISSUER}",
        ),
        (
            {"PUBLIC_URL": "annotate.example.org"},
            f"PUBLIC_URL begins with something else: {LIKE_A_SITE}",
        ),
        (
            {"PUBLIC_URL": "https://"},
            f"PUBLIC_URL=https://: {LIKE_A_SITE}",
        ),
    ],
)
def test_each_refusal_names_variable_and_fix(environment: dict[str, str], sentence: str) -> None:
    assert refusal(**environment) == sentence


@pytest.mark.parametrize(
    "written",
    [
        "https://annotate.example.org",
        "HTTPS://Annotate.Example.org/",
        "  https://annotate.example.org:443 ",
    ],
)
def test_an_address_of_the_site_means_the_same_however_it_is_written(written: str) -> None:
    read = configuration(PUBLIC_URL=written)
    assert (read.public_url, read.https, read.trusted_proxies, read.site_url) == (
        "https://annotate.example.org",
        True,
        1,
        "https://annotate.example.org",
    )


def test_the_address_of_a_provider_stays_as_it_was_written() -> None:
    # People's connections are kept under a hash of it.
    written = "HTTPS://Login.Example.org:443/realms/staff/"
    assert configuration(OIDC_SERVER_URL=f" {written} ").oidc_server_url == written


def test_a_port_of_its_own_stays_in_the_address_of_the_site() -> None:
    assert configuration(PUBLIC_URL="http://LOCALHOST:8000").site_url == "http://localhost:8000"


def test_without_a_public_url_links_lead_to_this_machine() -> None:
    assert configuration(HOST="::", PORT="8001").site_url == "http://[::1]:8001"


@pytest.mark.parametrize(
    ("host", "further"),
    [
        ("192.168.1.5", ["192.168.1.5"]),
        ("fd00::5", ["[fd00::5]"]),
        ("annotate.example.org", ["annotate.example.org"]),
        ("0.0.0.0", []),
        ("::", []),
        ("::1", []),
        ("localhost", []),
    ],
)
def test_a_site_goes_by_the_address_that_it_listens_on(host: str, further: list[str]) -> None:
    own = ["localhost", "127.0.0.1", "[::1]"]
    assert configuration(HOST=host).allowed_hosts == own + further
    assert configuration(HOST=host, ALLOWED_HOSTS="site").allowed_hosts == ["site"]


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("DATABASE_URL", "postgresql:///plumbline?host=/run/postgresql"),
        ("DATABASE_URL", "postgresql://?service=plumbline"),
        ("REDIS_URL", "redis://cache"),
        ("REDIS_URL", "redis://cache:6379/"),
        ("REDIS_URL", "rediss://:secret@cache:6379/15?ssl_cert_reqs=required"),
    ],
)
def test_addresses_of_servers_may_leave_out_what_has_a_default(name: str, address: str) -> None:
    assert getattr(configuration(**{name: address}), name.lower()) == address


@pytest.mark.parametrize(
    ("address", "setting"),
    [
        ("smtps://ada:secret@mail.example.org:465", "EMAIL_USE_SSL"),
        ("smtp+ssl://ada:secret@mail.example.org:465", "EMAIL_USE_SSL"),
        ("smtp+tls://ada:secret@mail.example.org:587", "EMAIL_USE_TLS"),
    ],
)
def test_mail_is_encrypted_from_the_start_or_after_the_greeting(address: str, setting: str) -> None:
    read = Env.email_url_config(configuration(EMAIL_URL=address).email_url)
    encryption = {name for name in read if name.startswith("EMAIL_USE_")}
    assert (encryption, read[setting], read["EMAIL_HOST"]) == ({setting}, True, "mail.example.org")


def test_a_variable_can_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "password"
    path.write_text("p@ss/word\n", encoding="utf-8")
    read = configuration(
        SECRET_KEY_FILE=str(path),
        DATABASE_URL="postgresql://plumbline@db:5432/plumbline",
        DATABASE_PASSWORD_FILE=str(path),
        REDIS_URL="redis://redis:6379/0",
        REDIS_PASSWORD_FILE=str(path),
    )
    assert (read.secret_key, read.database_url, read.redis_url) == (
        "p@ss/word",
        "postgresql://plumbline:p%40ss%2Fword@db:5432/plumbline",
        "redis://:p%40ss%2Fword@redis:6379/0",
    )
    assert Env.db_url_config(read.database_url)["PASSWORD"] == "p@ss/word"


def test_a_password_in_an_address_stays() -> None:
    read = configuration(DATABASE_URL="postgresql://a:b@db/name", DATABASE_PASSWORD="c")
    assert read.database_url == "postgresql://a:b@db/name"
    assert configuration(DATABASE_PASSWORD="c", REDIS_PASSWORD="c") == configuration()


def test_an_empty_file_is_a_variable_that_is_not_set(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    assert configuration(EMAIL_URL_FILE=str(path), HOST_FILE=str(path)) == configuration()


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    expected = f"SECRET_KEY_FILE={missing}: can't be read: No such file or directory"
    assert refusal(SECRET_KEY_FILE=str(missing)) == expected
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    assert refusal(SECRET_KEY_FILE=str(binary)).endswith("can't be read: it is not UTF-8")
    assert refusal(SECRET_KEY="a", SECRET_KEY_FILE="b") == (
        "SECRET_KEY and SECRET_KEY_FILE are both set: give one of them"
    )
