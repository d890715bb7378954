"""Pictures for guidelines, kept in the database."""

import hashlib
import re
from datetime import datetime

from annotator.collecting.guidance.models import GuidelinePicture
from annotator.exceptions import ConflictError
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.models import Project

MAX_BYTES = 4 * 1024**2
MAX_PER_PROJECT = 200

MEDIA_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
ENDINGS = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp"}

_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


def add_picture(
    *, project: Project, name: str, content: bytes, at: datetime, actor: User | None
) -> GuidelinePicture:
    """Store a picture under a name made from ``name``; the same file again changes nothing.

    Raises ``InvalidInputError`` for a file that is not PNG, JPEG or WebP or is too large, and
    ``ConflictError`` if another picture has the name.
    """
    # Pillow takes 4 MB, and few sites have pictures.
    from annotator.collecting.guidance.picture_files import check_picture

    picture = check_picture(content)
    name = picture_name(name, picture.format)
    digest = hashlib.sha256(content).hexdigest()
    with changing(project, at=at, actor=actor) as change:
        known = project.pictures.filter(name=name).defer("content").first()
        if known is not None and known.source_sha256 == digest:
            return known
        if known is not None:
            raise ConflictError(
                "name_taken",
                f"Guidelines use another picture named {name}.",
                fields={"file": "Give this file another name."},
            )
        if project.pictures.count() >= MAX_PER_PROJECT:
            raise ConflictError("too_many", f"A project has room for {MAX_PER_PROJECT} pictures.")
        stored = GuidelinePicture.objects.create(
            project=project,
            name=name,
            media_type=MEDIA_TYPES[picture.format],
            width=picture.width,
            height=picture.height,
            size=len(picture.content),
            source_sha256=digest,
            content=picture.content,
            created_at=at,
            created_by=actor,
        )
        change.record("added", "guideline_picture", stored.pk, picture=name)
    return stored


def picture_name(name: str, image_format: str) -> str:
    """The last part of ``name`` in small letters, digits and hyphens, with the format's ending."""
    last = name.replace("\\", "/").rpartition("/")[2]
    stem = last.rpartition(".")[0] or last
    plain = _NOT_IN_NAMES.sub("-", stem.lower()).strip("-")[:60].strip("-")
    return f"{plain or 'picture'}{ENDINGS[image_format]}"
