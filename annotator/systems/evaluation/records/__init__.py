"""Scores on record, with their receipts."""
