"""Plumbline's Django project and its domain."""

from annotator.celery import app as celery_app

__all__ = ["celery_app"]
