"""Processes of the tests' own."""

from multiprocessing.context import ForkProcess

from django.db import connections


class Forked(ForkProcess):
    """A function in a process that has all loaded that this one has, settings too: a second less than a true start.

    It is waited for as a `subprocess.Popen` is.
    """

    def __init__(self, function, *arguments):
        super().__init__(target=function, args=arguments)
        connections.close_all()  # a fork must not share them
        self.start()

    def wait(self, seconds=None):
        """Its exit code; None where it runs on after so many seconds."""
        self.join(seconds)
        return self.exitcode
