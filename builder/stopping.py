"""Whether a process is told to stop, as a signal says it."""

from queue import Empty, SimpleQueue


class Stop:
    """Set once, by a signal at any moment.

    A `threading.Event` has a lock that `wait` holds for an instant: a signal handler that sets it just then waits for
    itself, forever. `SimpleQueue.put` is made to be called so.
    """

    def __init__(self) -> None:
        self._told: SimpleQueue[None] = SimpleQueue()
        self._is_set = False

    def set(self, *_signal: object) -> None:
        self._is_set = True
        self._told.put(None)

    def is_set(self) -> bool:
        return self._is_set

    def wait(self, seconds: float) -> bool:
        """Whether it is set, by the end of so many seconds."""
        try:
            self._told.get(timeout=seconds)
        except Empty:
            return False
        self._told.put(None)
        return True
