"""Subscriptions of a connection."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING, Generic, TypeVar

from .errors import SlowReader

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

    from .connection import Connection
    from .frames import Command, Frame

F = TypeVar("F")

#: The most frames that wait for a reader.
_CAPACITY = 4096


class Queue(Generic[F]):
    """A bounded queue with one reader."""

    def __init__(self) -> None:
        self._items: deque[F] = deque()
        self._changed = asyncio.Event()
        self._is_ended = False
        self._error: Exception | None = None

    def push(self, item: F) -> None:
        """Adds an item. The queue fails if its reader is too slow."""
        if self._is_ended:
            return
        self._items.append(item)
        self._changed.set()
        if len(self._items) > _CAPACITY:
            self._items.clear()
            self.end(SlowReader(f"more than {_CAPACITY} frames wait for their reader"))

    def end(self, error: Exception | None = None) -> None:
        """Ends the queue after its present items, with an error if there is one."""
        if not self._is_ended:
            self._is_ended = True
            self._error = error
            self._changed.set()

    async def next(self) -> F:
        """The next item. Raises `StopAsyncIteration` at the end."""
        while not self._items:
            if self._error is not None:
                raise self._error
            if self._is_ended:
                raise StopAsyncIteration
            self._changed.clear()
            await self._changed.wait()
        return self._items.popleft()


class Subscription(ABC, Generic[F]):
    """A subscription of a connection, and the iterator of its frames.

    It outlives reconnections. `async with` or `close()` ends it.
    """

    def __init__(self, connection: Connection, key: str) -> None:
        self._connection = connection
        #: The name of the subscription. A connection has one subscription of each name.
        self.key = key
        #: The id of the command that began the subscription on the present connection.
        self.begun_by: str | None = None
        self._queue: Queue[F] = Queue()
        connection.add(self)

    @abstractmethod
    def begin(self) -> Command | None:
        """The command that begins or resumes the subscription, if it needs one."""

    @abstractmethod
    def end(self) -> Command | None:
        """The command that ends the subscription."""

    @abstractmethod
    def receive(self, frame: Frame) -> None:
        """Delivers a frame if it belongs to the subscription."""

    def _fold(self, frame: F) -> None:
        """Updates the state with a frame that the reader is about to get."""

    def finish(self, error: Exception | None = None) -> None:
        """Ends the iterator after the frames that wait."""
        self._queue.end(error)

    def close(self) -> None:
        """Ends the subscription."""
        self.finish()
        self._connection.remove(self)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> F:
        frame = await self._queue.next()
        self._fold(frame)
        return frame

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
