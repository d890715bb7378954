"""The names by which this site may be asked. Health checks may use any, since they know only
addresses.
"""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.urls import resolve
from django.utils.log import log_response

HEALTH = frozenset({"/healthz", "/readyz"})
REFUSAL = "This site does not have that name. Its operator lists the names in ALLOWED_HOSTS.\n"
LONGEST_SHOWN = 253
"""Characters, as of a domain's name."""

Answer = Callable[[HttpRequest], HttpResponse]


def refuse_foreign_hosts(get_response: Answer) -> Answer:
    """Middleware, before all that ask for the host: refuses a foreign name, in one line of the
    log.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info not in HEALTH:
            try:
                request.get_host()
            except DisallowedHost:
                response = HttpResponseBadRequest(REFUSAL, content_type="text/plain")
                host = request.META.get("HTTP_HOST", "")[:LONGEST_SHOWN]
                # Django would log each 400 in another line, without the name.
                log_response("Foreign host: %r", host, response=response, request=request)
                return response
        return get_response(request)

    return answer


def answer_health_checks(get_response: Answer) -> Answer:
    """Middleware, before the first that asks for the host: what that and all others do is of no
    use to a health check.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info not in HEALTH:
            return get_response(request)
        request.resolver_match = resolve(request.path_info)
        view: Answer = request.resolver_match.func
        return view(request)

    return answer
