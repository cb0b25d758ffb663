"""How states are stored: documents as compact JSON, compressed whole or as what differs from another state."""

import json
from typing import Any

from zstandard import DICT_TYPE_RAWCONTENT, ZstdCompressionDict, ZstdCompressor, ZstdDecompressor

LEVEL = 5  # measured: above it an edit costs more time and saves next to nothing


def packed(data: Any) -> bytes:
    """Decoded JSON as compact UTF-8 with sorted keys, so that equal documents are equal bytes in every database."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8", "surrogatepass")


def unpacked(raw: bytes) -> Any:
    """The decoded JSON of `packed`."""
    return json.loads(raw.decode("utf-8", "surrogatepass"))


def compressed(raw: bytes, base: bytes | None = None) -> bytes:
    """`raw` as a zstd frame; with `base`, other raw bytes, only what differs from them.

    The checksum of four bytes makes reading fail, instead of giving another document, if ever the base is not the same.
    """
    frame = ZstdCompressor(level=LEVEL, dict_data=dictionary(base), write_checksum=True, write_dict_id=False)
    return frame.compress(raw)


def decompressed(content: bytes, base: bytes | None = None) -> bytes:
    """The raw bytes of `compressed`, which was given the same `base`."""
    return ZstdDecompressor(dict_data=dictionary(base)).decompress(content)


def dictionary(base: bytes | None) -> ZstdCompressionDict | None:
    return ZstdCompressionDict(base, dict_type=DICT_TYPE_RAWCONTENT) if base else None
