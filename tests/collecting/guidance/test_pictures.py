"""Pictures are checked, written anew, and never changed; only the project's own are shown."""

from io import BytesIO

import pytest
from PIL import ExifTags, Image, ImageOps, PngImagePlugin

from annotator.collecting.guidance.faq import withdraw_entry
from annotator.collecting.guidance.markdown import BrokenLink, find_broken_links, render_markdown
from annotator.collecting.guidance.picture_files import check_picture
from annotator.collecting.guidance.pictures import (
    MAX_BYTES,
    add_picture,
    picture_name,
)
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.projects.models import Role
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.guidance import picture, publish

ANOTHER_SIZE = (9, 9)


@pytest.mark.parametrize("image_format", ["PNG", "JPEG", "WEBP"])
def test_the_three_formats_stay_what_they_are(image_format: str) -> None:
    checked = check_picture(picture(image_format))
    assert (checked.format, checked.width, checked.height) == (image_format, 8, 4)
    with Image.open(BytesIO(checked.content)) as read:
        assert (read.format, read.size) == (image_format, (8, 4))


def test_metadata_and_what_stands_after_the_end_are_gone() -> None:
    text, written = PngImagePlugin.PngInfo(), BytesIO()
    text.add_text("Author", "zoe.lovelace")
    Image.new("RGB", (4, 4)).save(written, "PNG", pnginfo=text)
    upload = written.getvalue() + b"<script>alert(1)</script>"
    content = check_picture(upload).content
    assert b"zoe" in upload
    assert b"zoe" not in content
    assert b"script" not in content


@pytest.mark.parametrize("kept", ["comment", "icc_profile"])
@pytest.mark.parametrize("image_format", ["PNG", "JPEG", "WEBP"])
def test_neither_a_comment_nor_a_profile_stays(image_format: str, kept: str) -> None:
    written = BytesIO()
    Image.new("RGB", (4, 4)).save(written, image_format, **{kept: b"zoe.lovelace" * 20})
    content = check_picture(written.getvalue()).content
    with Image.open(BytesIO(content)) as read:
        assert kept not in read.info
    assert b"zoe" not in content


def _held(orientation: int) -> bytes:
    """The EXIF of a camera that was held so, with its software."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    exif[ExifTags.Base.Software] = "eight by"
    return exif.tobytes()


@pytest.mark.parametrize("image_format", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_kept_as_it_was_seen(image_format: str, orientation: int) -> None:
    whole, written = Image.new("RGB", (16, 32), (255, 255, 255)), BytesIO()
    whole.paste((0, 0, 0), (0, 0, 8, 16))
    whole.save(written, image_format, exif=_held(orientation))
    with Image.open(BytesIO(written.getvalue())) as opened:
        expected = ImageOps.exif_transpose(opened).convert("L").point(lambda value: value > 127)
    with Image.open(BytesIO(check_picture(written.getvalue()).content)) as read:
        seen = read.convert("L").point(lambda value: value > 127)
    assert (seen.size, seen.tobytes()) == (expected.size, expected.tobytes())


@pytest.mark.parametrize("image_format", ["PNG", "JPEG", "WEBP"])
def test_a_picture_whose_exif_is_broken_is_kept_as_it_was_seen(image_format: str) -> None:
    # Nine letters become one fraction, which is not text.
    broken = _held(6).replace(b"\x01\x31\0\x02\0\0\0\x09", b"\x01\x31\0\x05\0\0\0\x01")
    assert broken != _held(6)
    written = BytesIO()
    Image.new("RGB", (8, 4)).save(written, image_format, exif=broken)
    checked = check_picture(written.getvalue())
    assert (checked.width, checked.height) == (4, 8)


@pytest.mark.parametrize("image_format", ["PNG", "WEBP"])
@pytest.mark.parametrize(
    "exif",
    [b"E", b"II*", b"II*\0", b"II*\0\x08\0\0", b"Exif\0\0II*\0", b"Exif\0\0II+\0\0\0"],
)
def test_a_picture_whose_exif_ends_too_soon_is_kept_as_it_is(
    image_format: str, exif: bytes
) -> None:
    written = BytesIO()
    Image.new("RGB", (8, 4)).save(written, image_format, exif=exif)
    checked = check_picture(written.getvalue())
    assert (checked.width, checked.height) == (8, 4)


def test_transparency_stays() -> None:
    written = BytesIO()
    Image.new("RGBA", (2, 2), (1, 2, 3, 0)).save(written, "PNG")
    with Image.open(BytesIO(check_picture(written.getvalue()).content)) as read:
        assert read.convert("RGBA").getpixel((0, 0)) == (1, 2, 3, 0)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        picture("GIF"),
        picture()[:40],
        picture("PNG", (4001, 1)),
        b"\x89PNG" + b"0" * MAX_BYTES,
    ],
    ids=["empty", "svg", "gif", "cut off", "too wide", "too many bytes"],
)
def test_everything_else_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidInputError) as refused:
        check_picture(content)
    assert set(refused.value.fields) == {"file"}


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("A Fine Map (2).PNG", "a-fine-map-2.png"),
        ("C:\\pictures\\..\\map.jpeg", "map.png"),
        ("../../etc/passwd.d", "passwd.png"),
        ("ö.png", "picture.png"),
        ("map", "map.png"),
    ],
)
def test_names_are_plain(given: str, name: str) -> None:
    assert picture_name(given, "PNG") == name


@pytest.mark.django_db
def test_a_name_means_one_picture_for_good() -> None:
    project = make_project()
    first = add_picture(project=project, name="Map.png", content=picture(), at=AT, actor=None)
    again = add_picture(project=project, name="map.png", content=picture(), at=AT, actor=None)
    assert again == first
    with pytest.raises(ConflictError):
        add_picture(
            project=project,
            name="map.png",
            content=picture(size=ANOTHER_SIZE),
            at=AT,
            actor=None,
        )
    assert (first.name, first.media_type, first.width) == ("map.png", "image/png", 8)


def test_html_shows_the_projects_pictures_and_nothing_from_elsewhere() -> None:
    markdown = (
        "![A map](pictures/map.png) ![spy](https://elsewhere.example/x.png) "
        "![up](pictures/../x.png) [why](faq:12) [out](https://example.org/)"
    )
    assert render_markdown(markdown, project="demo") == (
        '<p><img src="/api/v1/projects/demo/guidelines/pictures/map.png" alt="A map" /> spy up '
        '<a href="/projects/demo/faq/12">why</a> <a href="https://example.org/">out</a></p>\n'
    )


@pytest.mark.django_db
def test_links_that_lead_nowhere_are_told_with_their_lines() -> None:
    project = make_project()
    lead = make_member(project, "lena", Role.LEAD).user
    publish(project, lead)
    withdraw_entry(entry=publish(project, lead), at=AT, actor=lead)
    add_picture(project=project, name="map.png", content=picture(), at=AT, actor=None)
    markdown = (
        "# Guidelines\n\n![map](pictures/map.png) [one](faq:1)\n[two](faq:2)\n\n"
        "| a |\n|---|\n| ![no](pictures/no.png) |\n\n![spy](https://elsewhere.example/x.png)\n"
    )
    gone = "The FAQ does not have this entry, or it was withdrawn."
    assert find_broken_links(markdown, project=project) == [
        BrokenLink(4, "faq:2", gone),
        BrokenLink(8, "pictures/no.png", "The project has no picture of this name."),
        BrokenLink(
            10,
            "https://elsewhere.example/x.png",
            "Only the project's own pictures are shown. Upload the picture and write "
            "pictures/NAME.",
        ),
    ]
