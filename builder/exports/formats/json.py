"""The document of the exchange format, as JSON."""

import json

from builder.exports.registry import Export, ExportSource


def render(source: ExportSource, _language: str) -> bytes:
    return json.dumps(source.loaded.data, ensure_ascii=False, indent=2).encode()


EXPORT = Export(
    name="json",
    label="JSON",
    icon="save",
    content_type="application/json; charset=utf-8",
    render=render,
)
