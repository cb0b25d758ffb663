"""Compression of the pages that are made for each request; those of files are made once, by WhiteNoise."""

import gzip
import re
import secrets

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from zstandard import COMPRESSOBJ_FLUSH_BLOCK, ZstdCompressor

LEAST = 200  # bytes that are worth it
MOST_RANDOM = 100  # letters of the name in a gzip stream
GZIP_LEVEL, ZSTD_LEVEL = 4, 3


def zstd_frame(content: bytes) -> bytes:
    """A frame in three blocks that end anywhere, which changes its size by up to a hundred bytes."""
    frame = ZstdCompressor(level=ZSTD_LEVEL).compressobj(size=len(content))
    first, second = sorted(secrets.randbelow(len(content) + 1) for _cut in range(2))
    parts = content[:first], content[first:second], content[second:]
    return b"".join([frame.compress(part) + frame.flush(COMPRESSOBJ_FLUSH_BLOCK) for part in parts]) + frame.flush()


def gzipped(content: bytes) -> bytes:
    """A stream with a name of up to a hundred letters."""
    stream = gzip.compress(content, GZIP_LEVEL, mtime=0)
    return stream[:3] + b"\x08" + stream[4:10] + b"a" * secrets.randbelow(MOST_RANDOM + 1) + b"\0" + stream[10:]


CODINGS = {"zstd": zstd_frame, "gzip": gzipped}  # best first


def accepted_coding(accepted: str) -> str:
    """The best of `CODINGS` that a header Accept-Encoding names, or ""."""
    parts = [part.partition(";") for part in accepted.replace(" ", "").split(",")]
    names = {name for name, _semicolon, weight in parts if not re.fullmatch(r"q=0(\.0*)?", weight)}
    return next((name for name in CODINGS if name in names), "")


class Compression(GZipMiddleware):
    """zstd, in a seventh of the time of gzip at the level 6 and about as small, for who takes it; else gzip.

    Sizes vary at random, as those of Django's middleware do: no secret is guessed by them. Streams are left to Django.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not isinstance(response, HttpResponse) or response.has_header("Content-Encoding"):
            return super().process_response(request, response)
        if len(response.content) < LEAST:
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        coding = accepted_coding(request.META.get("HTTP_ACCEPT_ENCODING", ""))
        content = CODINGS[coding](response.content) if coding else response.content
        if len(content) >= len(response.content):
            return response
        response.content = content
        response["Content-Length"], response["Content-Encoding"] = str(len(content)), coding
        etag = response.get("ETag", "")
        if etag.startswith('"'):
            response["ETag"] = f"W/{etag}"
        return response
