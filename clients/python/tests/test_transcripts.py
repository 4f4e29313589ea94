"""Replays the documented transcripts.

The clients send the commands and requests, and must receive every frame and answer as written.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qsl

import pytest

from chivalry_client import Client, Refusal
from pattern import Bindings, parse_pattern
from server import BACKOFF, ROOT, running_server

_PATHS = sorted((ROOT / "docs" / "transcripts").glob("*.md"))
_TRANSCRIPTS = [path for path in _PATHS if path.name != "README.md"]
#: Frames that arrive at times of their own.
_UNPREDICTABLE = ("watchers", "presence", "rated")


class Speaker:
    """One speaker of a transcript: a client, its frames and its answers over REST."""

    def __init__(self, url: str, token: str | None) -> None:
        self.token = token
        self.client = Client(url, token=token, backoff=BACKOFF)
        self.frames: AsyncIterator[Any] | None = None
        self._outcomes: dict[str, asyncio.Task[dict[str, Any]]] = {}
        self._answers: list[asyncio.Task[tuple[int, Any]]] = []

    def connect(self) -> None:
        self.frames = self.client.connection.frames()

    def send(self, frame: dict[str, Any]) -> None:
        """Sends a command. Its outcome must equal the frame that answers it."""
        self._outcomes[frame["id"]] = asyncio.create_task(self._outcome(frame))

    async def _outcome(self, frame: dict[str, Any]) -> dict[str, Any]:
        try:
            return dict(await self.client.command(cast(Any, frame)))
        except Refusal as refused:
            return {"t": "err", "re": frame["id"], **refused.problem}

    async def next(self, expected: Any) -> Any:
        """The next frame that is not a disturbance."""
        assert self.frames is not None
        while True:
            frame = await asyncio.wait_for(self.frames.__anext__(), 20)
            if is_disturbance(frame, expected):
                continue
            if frame["t"] in ("ok", "err") and "re" in frame:
                assert await self._outcomes[frame["re"]] == frame
            return frame

    def ask(self, method: str, path: str, body: Any) -> None:
        self._answers.append(asyncio.create_task(self._ask(method, path, body)))

    async def _ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        route, _, query = path.partition("?")
        options = {**dict(parse_qsl(query)), **({} if body is None else {"body": body})}
        try:
            # The path is complete, so the types of the routes do not apply.
            return 0, await self.client._request(method, route, options)
        except Refusal as refused:
            return refused.problem["status"], refused.problem

    async def answer(self) -> tuple[int, Any]:
        return await self._answers.pop(0)

    async def finish(self) -> None:
        """Fails if a frame waits that the transcript does not have."""
        if self.frames is not None:
            self.send({"t": "ping", "id": "the end"})
            assert (await self.next({}))["t"] == "pong"
        await self.client.close()


def is_disturbance(frame: Any, expected: Any) -> bool:
    """True for a frame whose time is not defined, unless it is expected."""
    if frame["t"] == "analysis":
        return bool(frame.get("done") != expected.get("done"))
    if frame["t"] == "rated" and expected.get("t") == "rated":
        return ("change" in frame["ratings"]["W"]) != ("change" in expected["ratings"]["W"])
    return frame["t"] in _UNPREDICTABLE and frame["t"] != expected.get("t")


class Replay:
    def __init__(self, url: str) -> None:
        self._url = url
        self._bound = Bindings()
        self.speakers: dict[str, Speaker] = {}

    def _speaker(self, who: str) -> Speaker:
        token = self._bound.values.get(who)
        known = self.speakers.get(who)
        if known is None or (known.frames is None and known.token != token):
            self.speakers[who] = Speaker(self._url, token)
        return self.speakers[who]

    async def step(self, line: str) -> None:
        who, action, *parts = line.split(" ", 2)
        speaker = self._speaker(who)
        rest = parts[0] if parts else ""
        if action == "connects":
            speaker.connect()
            # The task of the connection sends nothing before it runs.
            await asyncio.sleep(0)
        elif action == "leaves":
            await speaker.finish()
            del self.speakers[who]
        elif rest.startswith("{"):
            pattern = parse_pattern(rest)
            if action == ">":
                speaker.send(self._bound.fill(pattern))
                await asyncio.sleep(0)
            else:
                self._bound.match(pattern, await speaker.next(pattern))
        elif action == ">":
            method, path, *body = rest.split(" ", 2)
            content = self._bound.fill(parse_pattern(body[0])) if body else None
            speaker.ask(method, self._bound.fill(path), content)
            await asyncio.sleep(0)
        else:
            status, *body = rest.split(" ", 1)
            answer = await speaker.answer()
            # A success has no status in the client.
            assert answer[0] == (0 if int(status) < 300 else int(status))
            if body:
                self._bound.match(parse_pattern(body[0]), answer[1])


@pytest.mark.parametrize("path", _TRANSCRIPTS, ids=lambda path: path.stem)
async def test_the_transcript_replays_as_written(path: Path) -> None:
    blocks = re.findall(r"^```text\n(.*?)^```$", path.read_text(), re.DOTALL | re.MULTILINE)
    async with running_server() as url:
        replay = Replay(url)
        try:
            for line in filter(None, "".join(blocks).split("\n")):
                await replay.step(line)
            for speaker in replay.speakers.values():
                await speaker.finish()
        finally:
            for speaker in replay.speakers.values():
                await speaker.client.close()
