"""Plumbline's Django project and its domain."""
