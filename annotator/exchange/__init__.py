"""Files, query logs and pages of wikis come in; files go out."""
