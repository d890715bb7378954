"""Names in the OpenAPI schema: see ``annotator.enum_names``."""

ENUM_NAMES = {"AsqaKind": "api.kinds.asqa.shapes.KIND"}
