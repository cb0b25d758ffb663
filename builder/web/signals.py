"""Signals that ask: a folder learns so what those above it know."""

from typing import Any

from django.dispatch import Signal


def answers(signal: Signal, sender: type, **arguments: Any) -> list[Any]:
    """What the receivers of a signal return."""
    return [answer for _receiver, answer in signal.send(sender, **arguments)]
