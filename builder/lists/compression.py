"""How documents are stored: as compact JSON, compressed whole or as what differs from another state."""

import json
from base64 import b64decode, b64encode
from typing import Any

from django.db import models
from zstandard import DICT_TYPE_RAWCONTENT, ZstdCompressionDict, ZstdCompressor, ZstdDecompressor

LEVEL = 5  # measured: above it an edit costs more time and saves next to nothing
MOST_OF_BASE = 0.5  # of the size of the base: what a difference takes at most
MOST_IN_ALL = 3  # times the size of the base: what as many differences like the last one take; measured too
MOST_STATES = 100  # since the base, so that removing it is soon done


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


def difference(raw: bytes, base_content: bytes | None, states: int = 1) -> bytes | None:
    """What differs from a state that is stored whole as `base_content`, or None where `raw` is better stored whole.

    states -- how many states have been stored since; differences grow with it, and a new base costs its own size.
    """
    if base_content is None or states > MOST_STATES:
        return None
    content = compressed(raw, decompressed(base_content))
    size = len(base_content)
    return content if len(content) <= size * MOST_OF_BASE and len(content) * states <= size * MOST_IN_ALL else None


def dictionary(base: bytes | None) -> ZstdCompressionDict | None:
    return ZstdCompressionDict(base, dict_type=DICT_TYPE_RAWCONTENT) if base else None


class PackedJSONField(models.BinaryField):
    """Decoded JSON, stored compressed, so that the row of an edited list is small enough to be renewed in its page."""

    def get_prep_value(self, value: Any) -> Any:
        return None if value is None else compressed(packed(value))

    def from_db_value(self, value: bytes | None, _expression: Any, _connection: Any) -> Any:
        return None if value is None else unpacked(decompressed(value))

    def to_python(self, value: Any) -> Any:
        """The value of one that was serialized; others as they are."""
        return unpacked(decompressed(b64decode(value))) if isinstance(value, str) else value

    def value_to_string(self, obj: models.Model) -> str:
        return b64encode(self.get_prep_value(self.value_from_object(obj))).decode()
