"""A WebSocket that reconnects."""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Any, cast, overload

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from . import models
from .backoff import Backoff
from .errors import Closed, NoAnswer, Refusal, Unauthorized, refusal
from .frames import Command, Frame
from .subscription import Queue, Subscription

#: The most commands that wait for an answer.
_MOST_PENDING = 1000
_GREETING_TIMEOUT = 10.0
#: A refusal with a longer wait is left to the caller, in seconds.
LONGEST_WAIT = 10.0
_LARGEST_FRAME = 16 * 1024 * 1024
#: The close code for a token that is no longer valid.
_POLICY_VIOLATION = 1008


@dataclass
class TokenStore:
    """The token of the player, shared by WebSocket and REST."""

    token: str | None


@dataclass
class _Pending:
    """A command without an answer."""

    frame: dict[str, Any]
    answer: asyncio.Future[Frame]


class Connection:
    """A WebSocket that reconnects.

    Subscriptions resume behind the last event. Commands keep their id until they are answered, so
    that the server carries out each one once.
    """

    def __init__(
        self,
        url: str,
        tokens: TokenStore,
        *,
        backoff: Backoff | None = None,
        answer_timeout: float = 60.0,
    ) -> None:
        #: The player of the connection, after the first greeting.
        self.player: models.PlayerView | None = None
        self._url = url
        self._address = url
        self._tokens = tokens
        self._backoff = backoff or Backoff()
        self._answer_timeout = answer_timeout
        self._failures = 0
        self._wait: float | None = None
        self._pending: dict[str, _Pending] = {}
        self._subscriptions: dict[str, Subscription[Any]] = {}
        self._taps: set[Queue[Frame]] = set()
        self._outbox: asyncio.Queue[str] | None = None
        self._running: asyncio.Task[None] | None = None
        self._error: Exception | None = None

    # The first signature that fits is used, so the overlap with `Command` is harmless.
    @overload
    async def command(  # type: ignore[overload-overlap]
        self, frame: models.ClientPing
    ) -> models.ServerPong: ...

    @overload
    async def command(self, frame: Command) -> models.ServerOk: ...

    async def command(self, frame: Any) -> Any:
        """Sends a command until it is answered. A refusal is raised."""
        if self._error is not None:
            raise self._error
        if len(self._pending) >= _MOST_PENDING:
            raise NoAnswer(f"{_MOST_PENDING} commands wait for an answer")
        command: dict[str, Any] = {"id": new_id(), **frame}
        answer: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._pending[command["id"]] = _Pending(command, answer)
        self._send(command)
        self._start()
        try:
            return await asyncio.wait_for(answer, self._answer_timeout)
        except asyncio.TimeoutError:
            detail = f"no answer to `{command['t']}` within {self._answer_timeout} s"
            raise NoAnswer(detail) from None
        finally:
            self._pending.pop(command["id"], None)

    def frames(self) -> AsyncGenerator[Frame, None]:
        """Every frame of the server from this call on, answers included."""
        queue: Queue[Frame] = Queue()
        self._taps.add(queue)
        self._start()
        return self._drain(queue)

    async def _drain(self, queue: Queue[Frame]) -> AsyncGenerator[Frame, None]:
        try:
            while True:
                yield await queue.next()
        except StopAsyncIteration:
            return
        finally:
            self._taps.discard(queue)

    def add(self, subscription: Subscription[Any]) -> None:
        """Begins a subscription, now and after each reconnection."""
        if self._error is not None:
            raise self._error
        if subscription.key in self._subscriptions:
            raise RuntimeError(f"{subscription.key} is already subscribed")
        self._subscriptions[subscription.key] = subscription
        # The constructor of the subscription has not ended yet.
        asyncio.get_running_loop().call_soon(self.resume, subscription)
        self._start()

    def resume(self, subscription: Subscription[Any]) -> None:
        """Sends the command that begins or resumes a subscription."""
        is_present = self._subscriptions.get(subscription.key) is subscription
        if self._outbox is None or not is_present:
            return
        command = subscription.begin()
        if command is not None:
            subscription.begun_by = new_id()
            self._send({**command, "id": subscription.begun_by})

    def remove(self, subscription: Subscription[Any]) -> None:
        """Ends a subscription."""
        if self._subscriptions.get(subscription.key) is not subscription:
            return
        del self._subscriptions[subscription.key]
        command = subscription.end()
        if command is not None:
            self._send({**command, "id": new_id()})

    async def close(self) -> None:
        """Closes the connection. Commands without an answer fail."""
        self._fail(Closed("the client was closed"))
        if self._running is not None:
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running

    def _send(self, frame: dict[str, Any]) -> None:
        if self._outbox is not None:
            self._outbox.put_nowait(json.dumps(frame))

    def _start(self) -> None:
        if self._running is None and self._error is None:
            self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            await self._reconnect()
        except Exception as error:  # noqa: BLE001
            # No command may wait for a task that has ended.
            self._fail(error)

    async def _reconnect(self) -> None:
        while self._error is None:
            attempted = self._address
            with contextlib.suppress(OSError, WebSocketException, asyncio.TimeoutError):
                await self._connect_once()
            # A node that is lost, or cannot be reached, is left for the first address.
            if self._address == attempted:
                self._address = self._url
            wait = self._wait
            if wait is None:
                wait = self._backoff.delay(self._failures)
                self._failures += 1
            self._wait = None
            if self._error is None:
                await asyncio.sleep(wait)

    async def _connect_once(self) -> None:
        address = self._address.replace("http", "ws", 1)
        token = self._tokens.token
        try:
            socket = await connect(
                f"{address}/api/v1/ws",
                subprotocols=[Subprotocol("chivalry.v1")],
                additional_headers={"Authorization": f"Bearer {token}"} if token else None,
                max_size=_LARGEST_FRAME,
                close_timeout=1,
            )
        except InvalidStatus as refused:
            wait = refused.response.headers.get("Retry-After", "")
            self._wait = float(wait) if wait.isdigit() else None
            raise
        try:
            await self._serve(socket)
        except ConnectionClosed:
            if socket.close_code == _POLICY_VIOLATION:
                detail = socket.close_reason or "the token is not valid"
                self._fail(Unauthorized({"code": "unauthorized", "detail": detail}))
        finally:
            await socket.close()

    async def _serve(self, socket: ClientConnection) -> None:
        """Reads frames until the connection ends."""
        outbox: asyncio.Queue[str] = asyncio.Queue()
        writer: asyncio.Task[None] | None = None
        try:
            while self._error is None:
                is_greeted = self._outbox is not None
                receiving = socket.recv()
                timeout = None if is_greeted else _GREETING_TIMEOUT
                frame: Frame = json.loads(await asyncio.wait_for(receiving, timeout))
                if frame["t"] == "hello" and writer is None:
                    self._outbox = outbox
                    writer = asyncio.create_task(_write(socket, outbox))
                self._receive(frame)
        finally:
            self._outbox = None
            if writer is not None:
                writer.cancel()

    def _receive(self, frame: Frame) -> None:
        if frame["t"] == "hello":
            self._greeted(frame)
        elif frame["t"] == "bye":
            self._wait = frame["retry_after_ms"] / 1000
            self._address = frame.get("at", self._address).rstrip("/")
        elif frame["t"] == "err":
            self._refused(frame)
        elif frame["t"] == "ok" or frame["t"] == "pong":
            pending = self._pending.get(frame.get("re", ""))
            if pending is not None and not pending.answer.done():
                pending.answer.set_result(frame)
        for subscription in list(self._subscriptions.values()):
            subscription.receive(frame)
        for tap in self._taps:
            tap.push(frame)

    def _greeted(self, hello: models.ServerHello) -> None:
        self._tokens.token = hello.get("token", self._tokens.token)
        self.player = hello["player"]
        self._failures = 0
        for subscription in self._subscriptions.values():
            self.resume(subscription)
        for pending in self._pending.values():
            self._send(pending.frame)

    def _refused(self, frame: models.ServerErr) -> None:
        re = frame.get("re")
        problem = {key: value for key, value in frame.items() if key not in ("t", "re")}
        error = refusal(problem)
        if re is None:
            if self._outbox is None and isinstance(error, Unauthorized):
                self._fail(error)
            return
        for subscription in list(self._subscriptions.values()):
            if subscription.begun_by == re:
                self._subscription_refused(subscription, error)
        pending = self._pending.get(re)
        if pending is None or pending.answer.done():
            return

        def again() -> None:
            if self._pending.get(re) is pending:
                self._send(pending.frame)

        if not self._retry(error, again):
            pending.answer.set_exception(error)

    def _subscription_refused(self, subscription: Subscription[Any], error: Refusal) -> None:
        begun_by = subscription.begun_by

        def again() -> None:
            if subscription.begun_by == begun_by:
                self.resume(subscription)

        if not self._retry(error, again):
            del self._subscriptions[subscription.key]
            subscription.finish(error)

    def _retry(self, error: Refusal, again: Callable[[], None]) -> bool:
        """Repeats a refused command later. Returns false if the refusal is not temporary."""
        if error.code == "server_draining":
            # The next connection repeats the command.
            return True
        wait = error.retry_after
        is_limited = error.code == "rate_limited" and wait is not None
        if error.code != "unavailable" and not is_limited:
            return False
        if wait is None:
            wait = self._backoff.delay(0)
        if wait > LONGEST_WAIT:
            return False
        asyncio.get_running_loop().call_later(wait, again)
        return True

    def _fail(self, error: Exception) -> None:
        if self._error is not None:
            return
        self._error = error
        end = None if isinstance(error, Closed) else error
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(error)
        for subscription in self._subscriptions.values():
            subscription.finish(end)
        for tap in self._taps:
            tap.end(end)
        self._subscriptions.clear()


async def _write(socket: ClientConnection, outbox: asyncio.Queue[str]) -> None:
    """Sends frames until the connection ends."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.send(await outbox.get())


def new_id() -> str:
    """A random id for a command or a key."""
    return uuid.uuid4().hex


def as_command(frame: dict[str, Any]) -> Command:
    """The frame as a command, whose fields were put together one by one."""
    return cast(Command, frame)
