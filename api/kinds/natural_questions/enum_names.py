"""Names in the OpenAPI schema: see ``annotator.enum_names``."""

ENUM_NAMES = {"NaturalQuestionsKind": "api.kinds.natural_questions.shapes.KIND"}
