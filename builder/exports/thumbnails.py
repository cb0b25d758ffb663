"""Small pictures of the pages of a finished PDF, as an archive: a file worker makes it, the print page shows it."""

import io
import zipfile

MOST_PAGES = 24  # that have a picture
WIDTH = 320  # pixels
QUALITY = 60
CONTENT_TYPE = "image/webp"


def thumbnails(pdf: bytes) -> bytes:
    """A ZIP archive of WebP pictures, "1" for the first page, with the number of all pages as its comment.

    What is no PDF has no pages.
    """
    from pypdfium2 import PdfDocument, PdfiumError  # only what makes sheets loads it

    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as zipped:
        try:
            document = PdfDocument(pdf)
        except PdfiumError:
            document = []
        zipped.comment = str(len(document)).encode()
        for number in range(min(len(document), MOST_PAGES)):
            zipped.writestr(str(number + 1), picture_of(document[number]))
    return archive.getvalue()


def picture_of(page: object) -> bytes:
    """A page of pypdfium2 as WebP."""
    picture = io.BytesIO()
    bitmap = page.render(scale=WIDTH / page.get_width())  # type: ignore[attr-defined]
    bitmap.to_pil().save(picture, "WEBP", quality=QUALITY)
    return picture.getvalue()


def page_count(archive: bytes) -> int:
    with zipfile.ZipFile(io.BytesIO(archive)) as zipped:
        return int(zipped.comment)


def thumbnail(archive: bytes, number: int) -> bytes | None:
    """The picture of a page, counted from 1; None where there is none."""
    with zipfile.ZipFile(io.BytesIO(archive)) as zipped:
        return zipped.read(str(number)) if str(number) in zipped.namelist() else None
