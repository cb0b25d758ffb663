"""What surrounds every request."""

from django.core.exceptions import BadRequest

ROOM = 9_000  # words of one frame: CPython makes a chunk of 128 kB for it and leaves half to the calls below
UTF_8 = ("utf-8", "utf8")


def room_for_frames(get_response):
    """Let the calls of a request run in one chunk of memory.

    CPython keeps Python's frames in chunks of 16 kB and gives an empty one back at once. Where templates happen to
    call each other across the end of a chunk, every call maps and unmaps memory, and a page takes up to twice as
    long. A frame that claims more than it uses makes CPython take a larger chunk, in which all others find room.
    """

    def respond(request):
        return get_response(request)

    respond.__code__ = respond.__code__.replace(co_stacksize=ROOM)
    return respond


def only_utf_8(get_response):
    """Answer 400 where a request names another charset for what it sends, which no browser does.

    `unicode_escape` and `utf-7` spell lone surrogates, which no page and not every database can write again.
    """

    def respond(request):
        charset = request.content_params.get("charset")
        if charset and charset.lower() not in UTF_8:
            request.encoding = "utf-8"  # for the page that answers
            raise BadRequest("A charset other than UTF-8")
        return get_response(request)

    return respond
