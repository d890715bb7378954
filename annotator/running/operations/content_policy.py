"""The site's Content-Security-Policy on every answer."""

from functools import cache

from csp.constants import HEADER
from csp.middleware import CheckableLazyObject, CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PolicyMiddleware(CSPMiddleware):
    """django-csp's, which puts the policy together for each answer; only a nonce needs that."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """The response with the header, unless it has one already."""
        is_special = any(name.startswith("_csp") for name in vars(response))
        if settings.DEBUG or is_special or getattr(request, "_csp_nonce", None) is not None:
            answer: HttpResponseBase = super().process_response(request, response)
            return answer
        response.headers.setdefault(HEADER, _without_nonce())
        # From now on a nonce would come too late.
        late = CheckableLazyObject(self._csp_nonce_post_response)
        request.csp_nonce = late  # type: ignore[attr-defined]
        return response


@cache
def _without_nonce() -> str:
    policy: str = build_policy()
    return policy
