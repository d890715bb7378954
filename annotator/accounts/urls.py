"""allauth's addresses for the browser, without those that have no place on this site."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt

from annotator.accounts.second_factor_sign_in import code_view


@csrf_exempt
def not_here(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Refuse what allauth offers and this site does not."""
    detail = "This site has no such address."
    return JsonResponse({"code": "not_found", "detail": detail, "fields": {}}, status=404)


# Signing up would tell which names are taken, telephones have no place in an account, and an e-mail
# address and a second factor are changed with the password in hand, by the API.
urlpatterns = [
    path("browser/v1/auth/2fa/authenticate", code_view),
    re_path(r"^browser/v1/auth/(?:signup|phone/.*|code/.*|2fa/.*)$", not_here),
    re_path(r"^browser/v1/account/(?:phone|email|authenticators.*)$", not_here),
    path("", include("allauth.headless.urls")),
]
