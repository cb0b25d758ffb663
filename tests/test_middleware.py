"""What surrounds every request."""

import resource

from config.middleware import room_for_frames


def deep(depth):
    if depth:
        deep(depth - 1)


def often(_request):
    """Calls that go up and down between 0 and 20 frames, a hundred times."""
    for _time in range(100):
        deep(20)


def faults_under(depth, run):
    """How often memory had to be mapped in while `run` ran under `depth` more frames."""
    if depth:
        return faults_under(depth - 1, run)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    run(None)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_calls_of_a_request_do_not_map_memory_again_and_again_at_any_depth():
    plain = max(faults_under(depth, often) for depth in range(200))
    assert plain >= 100, "this Python keeps its chunks: config.middleware is needed no more"
    assert max(faults_under(depth, room_for_frames(often)) for depth in range(200)) < 50
