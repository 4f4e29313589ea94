"""Delays between attempts to reach the server."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Backoff:
    """Delays that double with each failure, each with a jitter of half of its length."""

    #: The longest first delay, in seconds.
    first: float = 0.5
    #: The longest delay, in seconds.
    longest: float = 30.0

    def delay(self, failures: int) -> float:
        """The delay after a number of failures, in seconds."""
        delay: float = min(self.first * 2 ** min(failures, 30), self.longest)
        return delay * random.uniform(0.5, 1)
