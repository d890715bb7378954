"""Requests to a wiki's API: one at a time, patient, and never to a private address."""

import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from fnmatch import fnmatchcase
from threading import Thread
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

import orjson
import requests
from requests_hardened.client import HTTPSession
from requests_hardened.config import Config
from requests_hardened.ip_filter import InvalidIPAddress
from urllib3.exceptions import HTTPError

FIRST_WAIT_SECONDS = 1.0
LONGEST_WAIT_SECONDS = 300.0
MOST_WAITED_SECONDS = 900.0
"""For one answer, in all."""
CONNECT_SECONDS = 5
MAX_REDIRECTS = 5
MOST_REFUSALS = 5
MAX_HOST_CHARACTERS = 250
"""A file of this name and more holds a host's turn, and no file's name is longer than 255 bytes."""
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_CHUNK_BYTES = 2**16
# One program takes these for the end of a host's name, another one for a part of it.
_AMBIGUOUS = re.compile(r"[\x00-\x1f\x7f-\x9f\\]")
_HOST = re.compile(r"([a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}|[0-9a-f.]*:[0-9a-f:.]*")
_META_CHARSET = re.compile(
    rb"<meta\b[^>]*?\bcharset=[\\\"' ]*([A-Za-z0-9_:.-]{1,40})", re.IGNORECASE
)
# Names that stand for more than they say, as in the WHATWG's Encoding Standard.
_AS_BROWSERS_READ = {
    "us-ascii": "cp1252",
    "iso-8859-1": "cp1252",
    "iso-8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "big5": "big5hkscs",
}
_BUSY = frozenset({429, 500, 502, 503, 504})
# What a server says of itself. The others may come from one page alone.
_BUSY_EVERYWHERE = frozenset({429, 503})
_GONE = frozenset({404, 410})
# What MediaWiki's REST API says of what it has and does not show.
_HIDDEN = "rest-permission-denied"
# What its other API says with status 200 while it is busy.
_BUSY_CODES = frozenset({"maxlag", "ratelimited", "readonly"})


class Limits(NamedTuple):
    """How much a client takes of a server.

    ``read_seconds`` start again with each byte, so a server that sends one now and then could hold
    a run for days: ``answer_seconds`` last from the look-up of a host to the last byte of its
    answer. ``run_bytes`` are of all answers: AmbigNQ's pages take a tenth of them.
    """

    tries: int = 6
    read_seconds: float = 20.0
    answer_seconds: float = 120.0
    answer_bytes: int = 30 * 2**20
    run_bytes: int = 50 * 2**30


DEFAULT_LIMITS = Limits()


class FetchError(Exception):
    """Something can't be fetched; the message is a sentence for the user."""


class NotThereError(FetchError):
    """The wiki has nothing at this address. ``key`` is what its REST API calls that."""

    def __init__(self, message: str, key: str = "") -> None:
        self.key = key
        super().__init__(message)


class RefusedError(FetchError):
    """A server answers this address with something that is of no use, whereas others may be fine.

    ``status`` is that of the answer; 0 where something else is wrong with it.
    """

    def __init__(self, message: str, status: int = 0) -> None:
        self.status = status
        super().__init__(message)


class NotAskedError(RefusedError):
    """This site doesn't ask this address. No server was asked, so it says nothing about others."""


class TooLargeError(RefusedError):
    """An answer is larger than this site takes; it will be the next time."""


class Refusals:
    """Counts refusals in a row: a server that refuses everything is not asked any further.

    What this site refuses itself doesn't count.
    """

    def __init__(self) -> None:
        self._in_a_row = 0

    def note(self, error: RefusedError) -> None:
        """Count one; raises ``FetchError`` after ``MOST_REFUSALS``."""
        if isinstance(error, NotAskedError | TooLargeError):
            return
        self._in_a_row += 1
        if self._in_a_row >= MOST_REFUSALS:
            raise FetchError(f"{error} Stopped after {MOST_REFUSALS} in a row.") from error

    def end(self) -> None:
        """Note an answer that was none."""
        self._in_a_row = 0


class _TryAgainError(Exception):
    """A failure that may pass. ``after`` is how many seconds the server asks us to wait.

    ``status`` is that of the answer, 0 without one. ``everywhere`` is true where other addresses
    of the server would fail like this one.
    """

    def __init__(
        self, what: str, *, after: float = 0.0, status: int = 0, everywhere: bool = False
    ) -> None:
        self.what = what
        self.after = after
        self._status = status
        self._everywhere = everywhere
        super().__init__(what)

    def last(self, message: str) -> FetchError:
        """The error that it becomes if we stop trying."""
        return FetchError(message) if self._everywhere else RefusedError(message, self._status)


class PoliteClient:
    """Asks a wiki for JSON, one request at a time.

    ``hosts`` are the names that may be asked, with ``*`` for any part; each redirect is checked as
    well. Private addresses are refused by the address that is connected to, so a name that points
    elsewhere on its second look-up doesn't get in. Loopback is reached only where ``hosts`` names
    it. ``agent`` says who asks, ``wait`` passes seconds, and ``turn`` holds a host for one request.
    ``headers`` go with each request, so ``hosts`` must name only those that may have them.
    ``limits`` are for its whole life.
    """

    def __init__(
        self,
        *,
        hosts: Sequence[str],
        agent: str,
        wait: Callable[[float], None],
        turn: Callable[[str], AbstractContextManager[object]] = nullcontext,
        headers: Mapping[str, str] = MappingProxyType({}),
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self._hosts = hosts
        self._limits = limits
        self._wait = wait
        self._turn = turn
        self._received = 0
        self._session = HTTPSession(
            Config(
                ip_filter_enable=True,
                ip_filter_allow_loopback_ips=not LOOPBACK.isdisjoint(map(str.casefold, hosts)),
                never_redirect=True,
                default_timeout=None,
            )
        )
        self._headers = {**self._session.headers, "User-Agent": agent, **headers}

    def get_json(self, url: str) -> Any:
        """What ``url`` answers, after redirects; waits and tries again while the server is busy.

        Raises ``NotThereError``, ``RefusedError`` where asking for something else may help (its
        kind ``NotAskedError`` if nobody was asked), and ``FetchError`` where it won't.
        """
        wait, waited = FIRST_WAIT_SECONDS, 0.0
        for attempt in range(1, self._limits.tries + 1):
            try:
                return self._follow(url)
            except _TryAgainError as error:
                if attempt == self._limits.tries:
                    raise error.last(
                        f"{url}: gave up after {attempt} tries ({error.what})."
                    ) from error
                pause = max(wait, error.after)
                waited += pause
                if pause > LONGEST_WAIT_SECONDS or waited > MOST_WAITED_SECONDS:
                    minutes = f"{max(pause, waited) / 60:.0f} minutes"
                    raise error.last(f"{url}: the server asks us to wait {minutes}.") from error
                self._wait(pause)
                wait *= 2
        raise AssertionError("unreachable")

    def _follow(self, url: str) -> Any:
        host, request = self._check(url)
        for _ in range(MAX_REDIRECTS + 1):
            try:
                with self._turn(host):
                    target, value = self._exchange_in_time(request, url)
                if not target:
                    return value
            except InvalidIPAddress as error:
                raise RefusedError(f"{url}: this leads to a private address.") from error
            except requests.ConnectionError as error:
                raise _TryAgainError(type(error).__name__, everywhere=True) from error
            except (requests.Timeout, HTTPError) as error:
                raise _TryAgainError(type(error).__name__) from error
            except requests.RequestException as error:
                raise RefusedError(f"{url}: {type(error).__name__}.") from error
            url = target
            try:
                host, request = self._check(url)
            except NotAskedError as error:
                # A server led there, and perhaps leads there from everywhere.
                raise RefusedError(str(error)) from error
        raise RefusedError(f"{url}: more than {MAX_REDIRECTS} redirects.")

    def _check(self, url: str) -> tuple[str, requests.PreparedRequest]:
        """The host of an address that may be asked, and the request for it."""
        try:
            request = request_for(url, self._headers)
        except ValueError as error:
            shown = _AMBIGUOUS.sub("\N{REPLACEMENT CHARACTER}", url)
            raise NotAskedError(f"{shown}: this address is not requested: {error}.") from error
        parts = urlsplit(request.url or "")
        host = parts.hostname or ""
        if not is_allowed(host, self._hosts):
            what = host or "this"
            raise NotAskedError(f"{url}: {what} is not among the hosts that this site may contact.")
        if parts.scheme != "https" and not (parts.scheme == "http" and host in LOOPBACK):
            raise NotAskedError(f"{url}: only https addresses are fetched.")
        return host, request

    def _exchange_in_time(self, request: requests.PreparedRequest, url: str) -> tuple[str, Any]:
        """As ``_exchange``, in a thread of its own that nothing waits for once it is late.

        A look-up, a handshake or a read of headers can't be ended from outside while bytes come in.
        """
        future: Future[tuple[str, Any]] = Future()

        def run() -> None:
            try:
                future.set_result(self._exchange(request, url))
            except (FetchError, _TryAgainError, requests.RequestException, HTTPError) as error:
                future.set_exception(error)
            finally:
                future.cancel()  # Ends the wait if something else was raised.

        Thread(target=run, daemon=True).start()
        try:
            return future.result(timeout=self._limits.answer_seconds)
        except TimeoutError as error:
            raise _TryAgainError("the answer came too slowly") from error

    def _exchange(self, request: requests.PreparedRequest, url: str) -> tuple[str, Any]:
        """Where the answer leads, or "" and its value."""
        with self._send(request) as response:
            target = self._target_of(response, url)
            return (target, None) if target else ("", self._value_of(response, url))

    def _send(self, request: requests.PreparedRequest) -> requests.Response:
        # The session would read a redirect's body to its end, however long that is. It would also
        # ask a proxy of the environment, which connects to addresses that nobody checks here.
        adapter = self._session.get_adapter(request.url or "")
        timeout = (CONNECT_SECONDS, self._limits.read_seconds)
        response: requests.Response = adapter.send(request, stream=True, timeout=timeout)
        return response

    def _target_of(self, response: requests.Response, url: str) -> str:
        """Where a redirect leads; "" where the answer is none."""
        try:
            target = self._session.get_redirect_target(response)
            return urljoin(url, target) if target else ""
        except ValueError as error:
            raise RefusedError(
                f"{url}: this redirects to something that is not an address."
            ) from error

    def _value_of(self, response: requests.Response, url: str) -> Any:
        status = response.status_code
        if status in _BUSY:
            raise _TryAgainError(
                f"status {status}",
                after=_seconds_asked_for(response),
                status=status,
                everywhere=status in _BUSY_EVERYWHERE,
            )
        if not response.ok:
            key = self._error_key(response, url)
            if status in _GONE or key.startswith(_HIDDEN):
                raise NotThereError(f"{url}: there is no such page.", key)
            raise RefusedError(f"{url}: the server answered with status {status}.", status)
        value = _json_in(self._read(response, url), response, url)
        code = code_of(value)
        if code in _BUSY_CODES:
            raise _TryAgainError(code, after=_seconds_asked_for(response), everywhere=True)
        return value

    def _error_key(self, response: requests.Response, url: str) -> str:
        """MediaWiki's name of the error; empty if another server answers, or none does."""
        try:
            value = orjson.loads(self._read(response, url))
        except orjson.JSONDecodeError:
            return ""
        return str(value.get("errorKey", "")) if isinstance(value, dict) else ""

    def _read(self, response: requests.Response, url: str) -> bytes:
        content = bytearray()
        while chunk := response.raw.read1(_CHUNK_BYTES, decode_content=True):
            content += chunk
            self._received += len(chunk)
            if len(content) > self._limits.answer_bytes:
                most = f"{self._limits.answer_bytes:,}"
                raise TooLargeError(f"{url}: the answer has more than {most} bytes.")
            if self._received > self._limits.run_bytes:
                most = f"{self._limits.run_bytes:,}"
                raise FetchError(f"{url}: stopped after {most} bytes in all.")
        return bytes(content)


def request_for(url: str, headers: Mapping[str, str]) -> requests.PreparedRequest:
    """The request for an address: its ``url`` is what goes out, and is what has to be checked.

    Raises ``ValueError`` with a reason for an address that others could read in another way.
    """
    if _AMBIGUOUS.search(url):
        raise ValueError("it has a backslash or a control character")
    try:
        # Before urllib3 2.8, a blank in a host was taken as %20.
        has_blank = " " in urlsplit(url).netloc
        request = requests.Request("GET", url, headers=dict(headers)).prepare()
        parts = urlsplit(request.url or "")
        host = parts.hostname or ""
    except (requests.RequestException, ValueError) as error:
        raise ValueError("it can't be read") from error
    if has_blank:
        raise ValueError("it can't be read")
    if parts.username is not None or parts.password is not None:
        raise ValueError("it has a user name or a password")
    if host and not (_HOST.fullmatch(host) and len(host) <= MAX_HOST_CHARACTERS):
        raise ValueError("no host has such a name")
    return request


def code_of(value: Any) -> str:
    """The code of an error that MediaWiki's older API gives with status 200."""
    error = value.get("error") if isinstance(value, dict) else None
    return str(error.get("code", "")) if isinstance(error, dict) else ""


def _json_in(content: bytes, response: requests.Response, url: str) -> Any:
    """The value of an answer: in UTF-8, as JSON is by its definition, or else in the charset that
    its headers name, or that the page in it names.

    Raises ``RefusedError`` if nothing decodes it, and ``_TryAgainError`` if it is no JSON.
    """
    named = _charset_named_by(response)
    is_text = False
    for charset in ("utf-8-sig", named, _charset_named_in(content)):
        try:
            text = content.decode(_AS_BROWSERS_READ.get(charset, charset))
            is_text = True
            return orjson.loads(text)
        except (LookupError, ValueError):
            # orjson's error is a ValueError too, and so is one of a text that isn't in the charset.
            continue
    if is_text:
        raise _TryAgainError("the answer is not JSON")
    raise RefusedError(f"{url}: the answer is not in the charset {named or 'utf-8':.40}.")


def _charset_named_by(response: requests.Response) -> str:
    headers = Message()
    headers["Content-Type"] = response.headers.get("Content-Type", "")
    return headers.get_content_charset("")


def _charset_named_in(content: bytes) -> str:
    found = _META_CHARSET.search(content)
    return found[1].decode().lower() if found else ""


def is_allowed(host: str, hosts: Sequence[str]) -> bool:
    """Whether a name is among those that may be asked."""
    return any(fnmatchcase(host.casefold(), allowed.casefold()) for allowed in hosts)


def _seconds_asked_for(response: requests.Response) -> float:
    """The seconds to wait by ``Retry-After``, given in seconds or as a date; 0 without it."""
    text = response.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdecimal():
        return float(text)
    try:
        at = parsedate_to_datetime(text)
    except (OverflowError, ValueError):
        return 0.0
    until = at if at.tzinfo else at.replace(tzinfo=UTC)
    return (until - datetime.now(UTC)).total_seconds()
