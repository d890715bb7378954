"""Saved views of tables."""

from rest_framework import serializers

from annotator.workspace.projects.models import SavedView
from annotator.workspace.projects.saved_views import TABLES
from api.serializers.output import Output
from api.serializers.strict import StrictInput


class SavedViewQuery(StrictInput):
    """Of which table."""

    table = serializers.ChoiceField(choices=TABLES, default="", allow_blank=True)


class SavedViewInput(StrictInput):
    """A view to save."""

    table = serializers.ChoiceField(choices=TABLES)
    name = serializers.CharField(max_length=60)
    query = serializers.CharField(
        max_length=1000, allow_blank=True, help_text="What follows `?` in the page's address."
    )


class SavedViewOutput(Output[SavedView]):
    """A saved view."""

    id = serializers.IntegerField()
    table = serializers.ChoiceField(choices=TABLES)
    name = serializers.CharField()
    query = serializers.CharField(allow_blank=True)
