"""The OpenAPI schema of allauth's addresses that the front end calls.

allauth describes all that it could offer; this keeps what the pages use, and what that refers to.
"""

import json
from collections.abc import Iterator
from typing import Any

ROOT = "/_allauth/browser/v1/"
USED = {
    "auth/2fa/authenticate": ("post",),
    "auth/email/verify": ("get", "post"),
    "auth/login": ("post",),
    "auth/password/request": ("post",),
    "auth/password/reset": ("get", "post"),
    "auth/session": ("get", "delete"),
    "auth/sessions": ("get", "delete"),
    "account/password/change": ("post",),
    "config": ("get",),
}
PROSE = {"summary", "example", "examples", "tags", "operationId"}
Schema = dict[str, Any]


def sign_in_schema() -> str:
    """The schema as JSON. Django has to be set up."""
    from django.test import RequestFactory, override_settings

    with override_settings(HEADLESS_SERVE_SPECIFICATION=True):
        from allauth.headless.spec.views import OpenAPIJSONView

        answer = OpenAPIJSONView.as_view()(RequestFactory().get("/openapi.json"))
    schema = json.loads(answer.content)
    add_own_fields(schema)
    return json.dumps(reduced(schema), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def add_own_fields(schema: Schema) -> None:
    """Describe what ``annotator.workspace.accounts.password_change`` takes besides."""
    body = schema["components"]["requestBodies"]["ChangePassword"]
    fields = body["content"]["application/json"]["schema"]["properties"]
    fields["code"] = {"type": "string"}


def reduced(schema: Schema) -> Schema:
    """The schema with the used calls alone."""
    calls = {
        ROOT + path: {method: schema["paths"][ROOT + path][method] for method in methods}
        for path, methods in USED.items()
    }
    components: Schema = {}
    open_ends = list(references(calls))
    while open_ends:
        kind, name = open_ends.pop()
        if name not in components.setdefault(kind, {}):
            components[kind][name] = schema["components"][kind][name]
            open_ends += references(components[kind][name])
    about = {"title": "Signing in", "version": schema["info"]["version"]}
    parts = {"paths": calls, "components": components}
    return {"openapi": schema["openapi"], "info": about, **without_prose(parts)}


def without_prose(part: Any) -> Any:
    """A part of a schema without what only readers need; types are made from the rest."""
    if isinstance(part, dict):
        return {
            name: "" if name == "description" and isinstance(inner, str) else without_prose(inner)
            for name, inner in part.items()
            if name not in PROSE
        }
    return [without_prose(inner) for inner in part] if isinstance(part, list) else part


def references(part: Any) -> Iterator[tuple[str, str]]:
    """The components that a part of a schema refers to: their kinds and names."""
    if isinstance(part, dict):
        if isinstance(target := part.get("$ref"), str):
            _, _, kind, name = target.split("/")
            yield kind, name
        for inner in part.values():
            yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)
