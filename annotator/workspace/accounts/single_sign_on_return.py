"""Where the provider sends people back to."""

import structlog
from allauth.socialaccount.providers.openid_connect.views import callback
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import urlencode
from requests import RequestException

from annotator.workspace.accounts.absent import not_here
from annotator.workspace.accounts.single_sign_on import PROVIDER, single_sign_on_name

log = structlog.get_logger(__name__)


def single_sign_on_return(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Sign in whom the provider names, and go to the page that waits for them.

    What comes from outside may lack anything, and the provider may be away by then: it is the
    sign-in page that says so.
    """
    if not single_sign_on_name() or provider_id != PROVIDER:
        return not_here(request)
    try:
        answer: HttpResponse = callback(request, PROVIDER)
    except (KeyError, TypeError, ValueError, ImproperlyConfigured, RequestException) as error:
        log.warning("single_sign_on_unreadable", error=type(error).__name__)
        why = urlencode({"resume": "1", "error": "unknown"})
        return HttpResponseRedirect(f"{settings.SITE_URL}/sign-in?{why}")
    return answer
