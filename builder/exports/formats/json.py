"""The document of the exchange format, as JSON."""

import json

from builder.exports.registry import Export, ExportSource
from rules.document import MOST_BYTES


def render(source: ExportSource) -> bytes:
    """Indented for readers, unless that would be more than may be read in again."""
    indented = json.dumps(source.loaded.data, ensure_ascii=False, indent=2).encode()
    if len(indented) <= MOST_BYTES:
        return indented
    return json.dumps(source.loaded.data, ensure_ascii=False, separators=(",", ":")).encode()


EXPORT = Export(
    name="json",
    label="JSON",
    icon="save",
    content_type="application/json; charset=utf-8",
    render=render,
)
