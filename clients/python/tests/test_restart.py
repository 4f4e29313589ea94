"""A server that restarts while commands wait."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack
from pathlib import Path

from server import guest, running_server


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


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
            await white.command({"t": "move", "match": match, "ply": 1, "move": "C3-C4"})
        offer = asyncio.create_task(white.command({"t": "draw", "match": match, "say": "offer"}))
        async with running_server(**options):
            assert (await offer)["seat"] == "W"
            events = []
            async for frame in watched:
                if frame["t"] in ("presence", "watchers"):
                    continue
                events.append(frame["t"])
                if frame["t"] == "offer":
                    break
            assert events == ["moved", "offer"]
