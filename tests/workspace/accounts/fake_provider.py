"""A provider of single sign-on that says of somebody what a test wants it to say."""

import base64
import hashlib
import io
import json
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import jwt
import requests
from requests.adapters import BaseAdapter

CLIENT_ID, CLIENT_SECRET = "plumbline", "a secret of the client"
SIGNING_KEY = "what the provider signs with, which nobody asks for here"


class FakeProvider:
    """OpenID Connect as far as a code takes it (Core 1.0, 3.1), with PKCE (RFC 7636)."""

    def __init__(self, url: str = "https://login.example.org", **claims: Any) -> None:
        """Know one person, by these claims; ``identified`` are those of the ID token instead."""
        self.url = url
        self.claims: dict[str, Any] = {"sub": "248289761001", **claims}
        self.identified: dict[str, Any] | None = None
        self._challenges: dict[str, str] = {}

    def authorize(self, address: str, **more: str) -> str:
        """The person signs in at ``address`` and agrees: where that sends their browser."""
        asked = dict(parse_qsl(urlsplit(address).query))
        assert address.startswith(f"{self.url}/authorize?")
        assert asked["client_id"] == CLIENT_ID
        code = f"code-{len(self._challenges)}"
        self._challenges[code] = asked["code_challenge"]
        back = {"code": code, "state": asked["state"], **more}
        return f"{asked['redirect_uri']}?{urlencode(back)}"

    def answer(self, path: str, body: str = "", authorization: str = "") -> tuple[int, Any]:
        """Status and JSON of what a server asks."""
        if path == "/.well-known/openid-configuration":
            ends = {
                "authorization_endpoint": "authorize",
                "token_endpoint": "token",
                "userinfo_endpoint": "userinfo",
                "jwks_uri": "keys",
            }
            found = {name: f"{self.url}/{end}" for name, end in ends.items()}
            methods = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
            return 200, {"issuer": self.url, **found, **methods}
        if path == "/token":
            return self._token({name: values[0] for name, values in parse_qs(body).items()})
        if path == "/userinfo" and authorization == "Bearer access":
            return 200, self.claims
        return 404, {}

    def _token(self, form: dict[str, str]) -> tuple[int, Any]:
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        known = (form.get("client_id"), form.get("client_secret")) == (CLIENT_ID, CLIENT_SECRET)
        if not known or self._challenges.pop(form.get("code", ""), None) != challenge:
            return 400, {"error": "invalid_grant"}
        claims = self.claims if self.identified is None else self.identified
        identified = {"iss": self.url, "aud": CLIENT_ID, "exp": 2**33, "iat": 0, **claims}
        id_token = jwt.encode(identified, SIGNING_KEY, "HS256")
        return 200, {"access_token": "access", "token_type": "Bearer", "id_token": id_token}


class FakeTransport(BaseAdapter):
    """Takes what ``requests`` would send to a provider, which may be None: then nobody answers."""

    def __init__(self, provider: FakeProvider | None) -> None:
        """Stand in for the network."""
        super().__init__()
        self._provider = provider

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> Any:
        """The provider's answer."""
        if self._provider is None:
            raise requests.ConnectionError("nobody answers")
        body, sent = request.body or "", request.headers.get("Authorization", "")
        text = body.decode() if isinstance(body, bytes) else str(body)
        status, found = self._provider.answer(urlsplit(str(request.url)).path, text, sent)
        answer = requests.Response()
        answer.status_code, answer.url, answer.request = status, str(request.url), request
        answer.headers["content-type"] = "application/json"
        answer.raw = io.BytesIO(json.dumps(found).encode())
        return answer

    def close(self) -> None:
        """Nothing is open."""
