"""What every endpoint has in common in the OpenAPI schema: how it says no."""

from typing import Any

ERROR = {
    "type": "object",
    "description": "Every error of the API.",
    "properties": {
        "code": {"type": "string", "description": "For programs."},
        "detail": {"type": "string", "description": "A sentence fit to show."},
        "fields": {
            "type": "object",
            "description": "Sentences by the name of the faulty field.",
            "additionalProperties": {"type": "string"},
        },
    },
    "required": ["code", "detail", "fields"],
}
REFUSAL = {
    "description": "Refused; the body says why.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
}
METHODS = ("get", "post", "put", "patch", "delete")


def describe_refusals(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Name the refusals of each operation that its view does not name itself.

    A hook of drf-spectacular: takes the whole schema and gives it back.
    """
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Error"] = ERROR
    components.setdefault("responses", {})["Refusal"] = REFUSAL
    for path in result["paths"].values():
        for method, operation in path.items():
            if method in METHODS:
                for status in refusals(method, operation):
                    reference = {"$ref": "#/components/responses/Refusal"}
                    operation["responses"].setdefault(str(status), reference)
                operation["responses"] = dict(sorted(operation["responses"].items()))
    return result


def refusals(method: str, operation: dict[str, Any]) -> list[int]:
    """Statuses with which an operation may refuse, by its input and its callers."""
    parameters = operation.get("parameters", [])
    places = {parameter["in"] for parameter in parameters}
    has_body = "requestBody" in operation
    is_paged = any(parameter["name"] == "page" for parameter in parameters)
    conditions = {
        400: has_body or "query" in places,
        # Wrong credentials are refused even where none are needed.
        401: bool(operation.get("security")),
        403: bool(operation.get("security")),
        404: "path" in places or is_paged,
        409: method != "get",
        413: has_body,
        415: has_body,
        429: True,
    }
    return [status for status, applies in conditions.items() if applies]
