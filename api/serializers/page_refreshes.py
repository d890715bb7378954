"""Newer revisions of pages, and the examples whose answers they touch."""

from rest_framework import serializers

from annotator.exchange.intake.page_refreshing import RefreshedExample, RefreshedPage
from api.serializers.output import Output
from api.serializers.strict import StrictInput

MOST_CHOSEN = 1_000


class PageRefreshInput(StrictInput):
    """Which pages to look at: those with these titles, or of these examples, or else all.

    With `ask_again` exactly the touched questions are imported with the new revision.
    """

    titles = serializers.ListField(
        child=serializers.CharField(max_length=1_000), max_length=MOST_CHOSEN, default=list
    )
    example_ids = serializers.ListField(
        child=serializers.RegexField(r"^-?[0-9]{1,19}$"), max_length=MOST_CHOSEN, default=list
    )
    ask_again = serializers.BooleanField(default=False)


class RefreshedExampleOutput(Output[RefreshedExample]):
    """An example on a page that changed."""

    example_id = serializers.CharField()
    question = serializers.CharField()
    annotations = serializers.IntegerField()
    touched = serializers.ListField(
        child=serializers.ChoiceField(choices=("long answer", "short answer")),
        help_text="Which parts of its answers the change touches; empty for none.",
    )
    new_example_id = serializers.CharField(help_text="Its id once it is asked again.")


class RefreshedPageOutput(Output[RefreshedPage]):
    """What became of a page."""

    title = serializers.CharField()
    url = serializers.CharField()
    state = serializers.ChoiceField(choices=("changed", "same", "missing", "refused"))
    reason = serializers.CharField(help_text="Why it is missing or refused, else empty.")
    new_url = serializers.CharField(help_text="The new revision's; empty unless it changed.")
    difference = serializers.ListField(
        child=serializers.CharField(),
        help_text="Lines: `- ` before old ones, `+ ` before new ones.",
    )
    more_lines = serializers.IntegerField(help_text="How many lines of it are left out.")
    examples = RefreshedExampleOutput(many=True)
