"""What is not JSON: the front end's document and the health checks."""

from django.conf import settings
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.html import escape
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import require_safe

MISSING = "<!doctype html><title>Plumbline</title><p>The front end is not built: run make run."


@require_safe
@never_cache
@ensure_csrf_cookie
def index(request: HttpRequest) -> HttpResponse:
    """The single document of the front end, with the nonce that its styles need."""
    # Collected together with the assets that it names; a build that goes on meanwhile has others.
    path = settings.STATIC_ROOT / "index.html"
    if not path.is_file():
        return HttpResponse(MISSING, status=503)
    document = path.read_text()
    nonce = str(request.csp_nonce)  # type: ignore[attr-defined]
    document = document.replace("__CSP_NONCE__", escape(nonce))
    document = document.replace("__DEMO__", "1" if settings.DEMO else "0")
    return HttpResponse(document)


@csrf_exempt
@never_cache
def no_such_address(request: HttpRequest) -> HttpResponse:
    """What the API answers where it has nothing, in its own form."""
    detail = f"The API has no address {request.path}; /api/docs/ lists those it has."
    return JsonResponse({"code": "not_found", "detail": detail, "fields": {}}, status=404)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """The process answers."""
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Database, broker and worker answer; 503 with the reason where one does not."""
    checks = {"database": _database(), "broker": _broker(), "worker": _worker()}
    ready = all(checks.values())
    body = {"status": "ok" if ready else "unavailable", "checks": checks}
    return JsonResponse(body, status=200 if ready else 503)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except OperationalError:
        return False
    return True


def _broker() -> bool:
    from kombu.exceptions import OperationalError as BrokerError

    from annotator.celery import app

    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
    except (BrokerError, OSError):
        return False
    return True


def _worker() -> bool:
    from annotator.jobs.presence import worker_seen_lately

    return worker_seen_lately()
