"""What a copy of somebody's data has of every blind review that they opened."""

from collections.abc import Iterator
from importlib import import_module

from django.apps import apps
from django.utils.module_loading import module_has_submodule

from annotator.quality.reviews.models import Review
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.personal_parts import Part, fields_of


def parts_of_reviews(user: User) -> Iterator[Part]:
    """The files about ``user``'s part in blind reviews: what each app's ``personal_data`` tells."""
    for config in apps.get_app_configs():
        if config.module and module_has_submodule(config.module, "personal_data"):
            yield from import_module(f"{config.name}.personal_data").parts_of(user)


def part_of_opened(
    model: type[Review], user: User, name: str, about: str, *fields: str, number: str
) -> Part:
    """The file about reviews that ``user`` opened; ``number`` is what it calls their number."""
    return Part(
        name,
        about,
        # Also those in the bin.
        model._base_manager.filter(opened_by=user).select_related("project").order_by("pk"),
        lambda row: {
            "project": row.project.slug,
            number: row.number,
            **fields_of(row, *fields, "opened_at"),
        },
    )
