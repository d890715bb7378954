"""The kind of jobs that writes galleries."""

from annotator.publishing.gallery.publishing import GALLERY, discard_gallery, run_gallery
from annotator.workspace.jobs.registry import register

register(
    GALLERY,
    run_gallery,
    discard_gallery,
    is_past_undoing=lambda checkpoint: "published" in checkpoint,
)
