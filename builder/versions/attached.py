"""The certificates that a printed sheet carries, read back from its PDF."""

import ctypes
import json
from collections.abc import Iterator
from typing import Any

import pypdfium2
from pypdfium2 import raw

from builder.versions.certificates import FORMAT, Json


def certificates_in(content: bytes) -> list[Json]:
    """Those of a PDF or of a JSON file. Raises `ValueError` where it is neither."""
    parts = attachments(content) if content.startswith(b"%PDF") else [content]
    read = [json.loads(part) for part in parts]
    return [part for part in read if isinstance(part, dict) and part.get("format") == FORMAT]


def attachments(content: bytes) -> Iterator[bytes]:
    """The files attached to a PDF. Raises `ValueError` where it cannot be read."""
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise ValueError(str(error)) from error
    for index in range(raw.FPDFDoc_GetAttachmentCount(document)):
        yield bytes_of(raw.FPDFDoc_GetAttachment(document, index))


def bytes_of(attachment: Any) -> bytes:
    size = ctypes.c_ulong()
    raw.FPDFAttachment_GetFile(attachment, None, 0, size)
    buffer = ctypes.create_string_buffer(size.value)
    raw.FPDFAttachment_GetFile(attachment, buffer, size.value, size)
    return buffer.raw
