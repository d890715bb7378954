"""allauth's addresses for the browser, without those that have no place on this site."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
def not_here(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Refuse what allauth offers and this site does not."""
    detail = "This site has no such address."
    return JsonResponse({"code": "not_found", "detail": detail, "fields": {}}, status=404)


# Signing up would tell which names are taken, telephones have no place in an account, and an e-mail
# address is changed with the password in hand, by the API.
urlpatterns = [
    re_path(r"^browser/v1/auth/(?:signup|phone/.*|code/.*)$", not_here),
    re_path(r"^browser/v1/account/(?:phone|email)$", not_here),
    path("", include("allauth.headless.urls")),
]
