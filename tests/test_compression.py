"""Compressed answers: for whom, how, and that their sizes give nothing away."""

import gzip
from statistics import stdev

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from zstandard import ZstdDecompressor

from config.compression import Compression, gzipped, zstd_frame

PAGE = b"".join(b"<li id=unit-%d>Gordon %d</li>" % (number, number**2) for number in range(900))


def answer(accepted, content=PAGE, **headers):
    respond = Compression(lambda request: HttpResponse(content, headers=headers))
    return respond(RequestFactory().get("/", headers={"accept-encoding": accepted}))


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip, deflate, br", "gzip"),
        ("gzip;q=1.0, zstd;q=0", "gzip"),
        ("zstd;q=0.5,gzip;q=0.000", "zstd"),
        ("zstd-like, xgzip", ""),
        ("", ""),
    ],
)
def test_who_takes_zstd_gets_it_and_others_gzip(accepted, coding):
    response = answer(accepted)
    assert (response.get("Content-Encoding", ""), response["Vary"]) == (coding, "Accept-Encoding")
    unpack = {"zstd": ZstdDecompressor().decompress, "gzip": gzip.decompress, "": bytes}[coding]
    assert unpack(response.content) == PAGE
    if coding:
        assert int(response["Content-Length"]) == len(response.content) < len(PAGE) / 2


def test_what_is_short_or_compressed_already_or_gains_nothing_is_left_as_it_is():
    assert answer("zstd, gzip", b"x" * 199).content == b"x" * 199
    assert answer("zstd, gzip", PAGE, **{"Content-Encoding": "identity"}).content == PAGE
    dense = gzip.compress(PAGE)[-300:]
    assert answer("zstd, gzip", dense).content == dense


def test_a_compressed_answer_has_a_weak_etag():
    assert answer("zstd", ETag='"a"')["ETag"] == 'W/"a"'
    assert answer("", ETag='"a"')["ETag"] == '"a"'


@pytest.mark.parametrize("compress", [zstd_frame, gzipped])
def test_the_same_page_has_another_size_each_time(compress):
    sizes = [len(compress(PAGE)) for _answer in range(200)]
    assert stdev(sizes) > 15


@pytest.mark.parametrize("content", [b"", b"a", b"ab" * 100])
def test_short_contents_are_cut_too(content):
    for _answer in range(20):
        assert ZstdDecompressor().decompressobj().decompress(zstd_frame(content)) == content
