"""What is not JSON: the front end's document and the health checks."""

from hmac import compare_digest

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.html import escape
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from annotator.running.operations.metrics import render_metrics
from annotator.running.operations.readiness import check_readiness
from annotator.workspace.accounts.first_account import nobody_has_an_account
from annotator.workspace.accounts.mail import mail_is_set_up
from annotator.workspace.accounts.single_sign_on import single_sign_on_name
from api.access.authentication import FORGED
from api.requests.error_bodies import error_body
from api.responses.front_end import read_document

FORWARDED = (
    *("Forwarded", "Via", "X-Forwarded", "X-Real-", "X-Original-", "X-Client-", "X-Cluster-"),
    *("X-Envoy-", "X-Proxy", "X-Azure-", "X-Arr-", "Client-Ip", "True-Client-", "Cf-", "Fastly-"),
)
"""How headers begin that proxies add."""
MISSING = "<!doctype html><title>Plumbline</title><p>The front end is not built: run make run."


@require_safe
@never_cache
@ensure_csrf_cookie
def index(request: HttpRequest) -> HttpResponse:
    """The single document of the front end, with the nonce that its styles need."""
    try:
        document = read_document(settings.FRONTEND_DIST)
    except FileNotFoundError:
        return HttpResponse(MISSING, status=503)
    nonce = str(request.csp_nonce)  # type: ignore[attr-defined]
    document = document.replace("__CSP_NONCE__", escape(nonce))
    document = document.replace("__DEMO__", "1" if settings.DEMO else "0")
    document = document.replace("__MAIL__", "1" if mail_is_set_up() else "0")
    document = document.replace("__EMPTY__", "1" if _is_known_to_be_empty() else "0")
    document = document.replace("__SSO__", escape(single_sign_on_name()))
    return HttpResponse(document)


def _is_known_to_be_empty() -> bool:
    """Whether nobody has an account; not while the database can't say."""
    try:
        return nobody_has_an_account()
    except DatabaseError:
        return False


@csrf_exempt
@never_cache
def no_such_address(request: HttpRequest) -> HttpResponse:
    """What the API answers where it has nothing, in its own form."""
    detail = f"The API has no address {request.path}; /api/docs/ lists those it has."
    return JsonResponse(error_body("not_found", detail), status=404)


@never_cache
def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """What a request gets that changes something without the token of this site's pages."""
    return JsonResponse(error_body("csrf_failed", FORGED), status=403)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """The process answers."""
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Every part works; 503 with the reason where one does not."""
    checks = check_readiness()
    ready = all(checks.values())
    body = {"status": "ok" if ready else "unavailable", "checks": checks}
    return JsonResponse(body, status=200 if ready else 503)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus' text, for the bearer of ``METRICS_TOKEN``; without one, for this machine."""
    if not _may_see_metrics(request):
        detail = "Send METRICS_TOKEN as the bearer token, or ask from the server's own machine."
        return JsonResponse(error_body("not_allowed", detail), status=403)
    return HttpResponse(render_metrics(), content_type=CONTENT_TYPE_LATEST)


def _may_see_metrics(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "")
        return compare_digest(given.encode(), f"Bearer {settings.METRICS_TOKEN}".encode())
    # A reverse proxy on this machine speaks for others, and says so in one way or another.
    is_direct = not any(name.startswith(FORWARDED) for name in request.headers)
    return is_direct and request.META.get("REMOTE_ADDR") in {"127.0.0.1", "::1"}
