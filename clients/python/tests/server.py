"""The real server, and clients of it, for the tests."""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from chivalry_client import Backoff, Client

ROOT = Path(__file__).parents[3]

#: Delays that suit a test.
BACKOFF = Backoff(first=0.005, longest=0.05)


@asynccontextmanager
async def running_server(**options: str) -> AsyncIterator[str]:
    """Starts a server with an empty database, and gives its address."""
    binary = os.environ.get("CHIVALRY_BINARY", str(ROOT / "target" / "debug" / "chivalry"))
    with tempfile.TemporaryDirectory(prefix="chivalry-") as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": "",
            "NATS_URL": "",
            "CHIVALRY_LISTEN": "127.0.0.1:0",
            "CHIVALRY_DATA_DIR": folder,
            **options,
        }
        server = await asyncio.create_subprocess_exec(
            binary, "serve", env=environment, stdout=subprocess.PIPE
        )
        assert server.stdout is not None
        try:
            # The first line of output ends with the address.
            line = (await server.stdout.readline()).decode().split()
            assert line, "the server does not start"
            yield line[-1]
        finally:
            server.terminate()
            await server.wait()


@asynccontextmanager
async def guest(url: str) -> AsyncIterator[Client]:
    """A client of a new guest."""
    async with await Client.guest(url, backoff=BACKOFF) as client:
        yield client
