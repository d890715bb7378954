"""How good a project's annotations are: figures with intervals, made by jobs, kept as reports."""
