"""The addresses that only projects of Natural Questions have."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
