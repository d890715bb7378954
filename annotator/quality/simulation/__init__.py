"""Simulated annotation: ``model`` states how annotations come about, so that truth is known."""
