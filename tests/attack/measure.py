"""Requests at a fixed rate, whatever the answers take, and what their waiting adds up to."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tests.attack.http import Answer, now


@dataclass
class Waiting:
    """How long answers took, in seconds since they were due, and what failed."""

    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def asked(self) -> int:
        return len(self.seconds) + len(self.failures)

    def at(self, share: float) -> float:
        """The time within which this share of the answers came; a missing answer counts as infinitely late."""
        times = sorted(self.seconds) + [float("inf")] * len(self.failures)
        return times[min(len(times) - 1, int(share * len(times)))] if times else float("inf")

    @property
    def p95(self) -> float:
        return self.at(0.95)

    def milliseconds(self, share: float = 0.95) -> str:
        value = self.at(share)
        return "never" if value == float("inf") else f"{value * 1e3:.0f} ms"


async def at_fixed_rate(
    rate: float, seconds: float, ask: Callable[[int], Awaitable[Answer]], wanted: tuple[int, ...] = (200,)
) -> Waiting:
    """Call `ask(number)` `rate` times a second; each answer is timed from the moment when it was due."""
    waiting, start, tasks = Waiting(), now(), []

    async def one(number: int, due: float) -> None:
        try:
            answer = await ask(number)
        except Exception as error:
            waiting.failures.append(f"{type(error).__name__}: {error}")
            return
        if answer.status in wanted:
            waiting.seconds.append(now() - due)
        else:
            waiting.failures.append(f"status {answer.status}")

    for number in range(int(rate * seconds)):
        due = start + number / rate
        await asyncio.sleep(max(0, due - now()))
        tasks.append(asyncio.create_task(one(number, due)))
    await asyncio.gather(*tasks)
    return waiting
