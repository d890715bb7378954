"""Files of pictures: checked and rewritten with Pillow."""

import struct
import warnings
from dataclasses import dataclass
from io import BytesIO

from PIL import ExifTags, Image, UnidentifiedImageError

from annotator.collecting.guidance.pictures import MAX_BYTES, MEDIA_TYPES
from annotator.exceptions import InvalidInputError

MAX_SIDE = 4000

_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What brings a picture upright, by EXIF's orientation."""


@dataclass(frozen=True)
class CheckedPicture:
    """A picture as it is stored: ``content`` has pixels and nothing else of the upload."""

    format: str
    width: int
    height: int
    content: bytes


def check_picture(content: bytes) -> CheckedPicture:
    """The picture, rewritten: without metadata, without anything after its end, one frame.

    Raises ``InvalidInputError`` for a file that Pillow doesn't read as PNG, JPEG or WebP, or that
    is too large.
    """
    if len(content) > MAX_BYTES:
        raise _refused("too_large", f"Pictures may have up to {MAX_BYTES // 1024**2} MB.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(content), formats=list(MEDIA_TYPES)) as opened:
                return _rewritten(opened)
    except (
        UnidentifiedImageError,
        OSError,
        SyntaxError,
        ValueError,
        EOFError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ) as error:
        raise _refused("no_picture", "Choose a complete PNG, JPEG or WebP file.") from error


def _rewritten(opened: Image.Image) -> CheckedPicture:
    image_format = opened.format or ""
    # Before a pixel is read: a small file can hold a huge picture.
    if max(opened.size) > MAX_SIDE:
        raise _refused("too_many_pixels", f"Pictures may be up to {MAX_SIDE} pixels wide and high.")
    turned = _upright(opened)
    plain = turned.convert("RGB" if image_format == "JPEG" else _mode_of(turned))
    # Pillow writes a comment or a colour profile that it finds there.
    plain.info.clear()
    written = BytesIO()
    if image_format == "PNG":
        plain.save(written, "PNG", optimize=True)
    elif image_format == "JPEG":
        plain.save(written, "JPEG", quality=90)
    else:
        plain.save(written, "WEBP", quality=90)
    return CheckedPicture(image_format, plain.width, plain.height, written.getvalue())


def _upright(image: Image.Image) -> Image.Image:
    """The picture the right way up: cameras store how they were held beside the pixels.

    Pillow's own ``exif_transpose`` rewrites the other EXIF data, and fails if they are broken.
    """
    image.load()
    turn = _TURNS.get(_orientation(image))
    return image if turn is None else image.transpose(turn)


def _orientation(image: Image.Image) -> int:
    """How the camera was held; upright if that can't be read."""
    try:
        return int(image.getexif().get(ExifTags.Base.Orientation, 1))
    except (struct.error, SyntaxError, TypeError, ValueError):
        return 1


def _mode_of(image: Image.Image) -> str:
    return "RGBA" if image.has_transparency_data else "RGB"


def _refused(code: str, fix: str) -> InvalidInputError:
    return InvalidInputError(code, fix, fields={"file": fix})
