"""nginx is between gunicorn and the clients: docs/decisions/web-server.md says why."""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

Application = Callable[[WSGIEnvironment, StartResponse], Iterable[Any]]


def with_client_address(application: Application) -> Application:
    """The application as if clients called it directly: nginx says from which address they do.

    nginx sets ``X-Real-IP`` itself, whatever a client sends. A request without it came past nginx,
    from the machine or the network that gunicorn serves alone, and keeps its own address.
    """

    def answer(request: WSGIEnvironment, start_response: StartResponse) -> Iterable[Any]:
        request["REMOTE_ADDR"] = request.pop("HTTP_X_REAL_IP", request.get("REMOTE_ADDR", ""))
        return application(request, start_response)

    return answer
