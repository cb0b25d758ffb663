"""What surrounds every request."""

ROOM = 9_000  # words of one frame: CPython makes a chunk of 128 kB for it and leaves half to the calls below


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
