"""What an address answers that this site does not have."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
def not_here(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Refuse what allauth offers and this site does not."""
    detail = "This site has no such address."
    return JsonResponse({"code": "not_found", "detail": detail, "fields": {}}, status=404)
