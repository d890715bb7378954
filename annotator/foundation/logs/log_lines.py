"""What log lines look like: for people in a terminal, or one JSON object a line for programs.

Every line names the request, the user and the job it belongs to, wherever it is written.
"""

import re
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

# The settings read this file, and the scheduler needs no models, which come with requests.
if TYPE_CHECKING:
    from django.http import HttpRequest

FORMATS = ("console", "json")

_SECRET = re.compile(r"(/(?:invitations|reset-password|confirm-email|set-up)/)[\w:%-]{16,}")

current_request: "ContextVar[HttpRequest | None]" = ContextVar("current_request", default=None)


def add_user(
    logger: WrappedLogger,  # noqa: ARG001 - structlog's signature
    name: str,  # noqa: ARG001
    event: EventDict,
) -> EventDict:
    """Add the id of the person who sent the request, where that is known by now."""
    request = current_request.get()
    if request is not None and (user_id := known_user_id(request)) is not None:
        event.setdefault("user", user_id)
    return event


def hide_secrets(
    logger: WrappedLogger,  # noqa: ARG001 - structlog's signature
    name: str,  # noqa: ARG001
    event: EventDict,
) -> EventDict:
    """Leave out what opens a door: the ends of links by which people join or sign in."""
    for key in ("event", "path"):
        if isinstance(event.get(key), str):
            event[key] = _SECRET.sub(r"\1…", event[key])
    return event


def known_user_id(request: "HttpRequest") -> int | None:
    """The id of the request's user, without asking the database for it."""
    user = request.__dict__.get("user")
    # A lazy user that nobody has looked at yet would be loaded by looking at it.
    if user is None or ("_wrapped" in user.__dict__ and not _is_loaded(user)):
        return None
    found: int | None = user.pk
    return found


def _is_loaded(user: Any) -> bool:
    from django.utils.functional import empty

    return user.__dict__["_wrapped"] is not empty


_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    add_user,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.PositionalArgumentsFormatter(),
    hide_secrets,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure_logs(*, form: str, level: str) -> dict[str, Any]:
    """Set up structlog and return Django's ``LOGGING`` for the same lines.

    ``form`` is ``console`` or ``json``; ``level``, if given, holds for all loggers. By default
    Plumbline's own log from INFO on and libraries from WARNING. Raises ValueError for another form.
    """
    if form not in FORMATS:
        raise ValueError(f"LOG_FORMAT={form}: give one of {', '.join(FORMATS)}")
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *_last_processors(form),
                ],
            }
        },
        "filters": {
            "full_disk": {"()": "annotator.foundation.logs.full_disk_lines.FullDiskFilter"}
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "filters": ["full_disk"],
            }
        },
        "root": {"handlers": ["console"], "level": level or "WARNING"},
        "loggers": {
            # Django's own would write each line a second time, in another form.
            "django": {"handlers": [], "level": level or "WARNING"},
            "annotator": {"level": level or "INFO"},
        },
    }


def _last_processors(form: str) -> list[Processor]:
    # What variables hold belongs to annotators, and writing it all down takes a second or two.
    if form == "json":
        tracebacks = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        return [
            structlog.processors.ExceptionRenderer(tracebacks),
            structlog.processors.JSONRenderer(sort_keys=True),
        ]
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
