"""A server that restarts while commands wait."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

from chivalry_client import models
from server import guest, running_server


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


async def matches_in_progress(stream: AsyncIterator[models.PlayerMessage]) -> list[str]:
    """Reads the stream until the matches in progress are reported."""
    matches = []
    async for event in stream:
        if event["t"] == "playing":
            matches.append(event["match"])
        if event["t"] == "ready":
            break
    return matches


async def test_commands_and_events_continue_after_a_restart_of_the_server(tmp_path: Path) -> None:
    options = {
        "CHIVALRY_LISTEN": f"127.0.0.1:{free_port()}",
        "CHIVALRY_DATA_DIR": str(tmp_path),
    }
    async with AsyncExitStack() as clients:
        async with running_server(**options) as url:
            white = await clients.enter_async_context(guest(url))
            black = await clients.enter_async_context(guest(url))
            made = await white.command({"t": "create", "variant": "camette", "seats": {"W": "me"}})
            match = made["match"]
            await black.join(match)
            watched = black.match(match)
            assert (await watched.__anext__())["t"] == "snapshot"
            stream = white.player_events()
            assert await matches_in_progress(stream) == [match]
            await white.command({"t": "move", "match": match, "ply": 1, "move": "C3-C4"})
        offer = asyncio.create_task(white.command({"t": "draw", "match": match, "say": "offer"}))
        async with running_server(**options):
            assert (await offer)["seat"] == "W"
            assert await matches_in_progress(stream) == [match]
            events = []
            async for frame in watched:
                if frame["t"] in ("presence", "watchers"):
                    continue
                events.append(frame["t"])
                if frame["t"] == "offer":
                    break
            assert events == ["moved", "offer"]
