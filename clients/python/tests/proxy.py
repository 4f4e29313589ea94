"""A TCP proxy that cuts connections, each time at another point of the conversation."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

#: The part of the pieces of data at which the proxy cuts.
_CUT_SHARE = 0.12


class Proxy:
    def __init__(self, upstream: str, cuts: int) -> None:
        self.url = ""
        self.cuts = 0
        self._most = cuts
        self._upstream = urlsplit(upstream)
        self._random = random.Random(1)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream = await asyncio.open_connection(self._upstream.hostname, self._upstream.port)
        writers = (writer, upstream[1])
        await asyncio.gather(
            self._forward(reader, upstream[1], writers), self._forward(upstream[0], writer, writers)
        )

    async def _forward(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        writers: tuple[asyncio.StreamWriter, asyncio.StreamWriter],
    ) -> None:
        try:
            while data := await reader.read(65536):
                is_cut = self.cuts < self._most and self._random.random() < _CUT_SHARE
                # Half of the time the data arrive, and the answer is lost.
                if not is_cut or self._random.random() < 0.5:
                    writer.write(data)
                    await writer.drain()
                if is_cut:
                    self.cuts += 1
                    break
        except ConnectionError:
            pass
        for each in writers:
            each.close()


@asynccontextmanager
async def running_proxy(upstream: str, cuts: int) -> AsyncIterator[Proxy]:
    proxy = Proxy(upstream, cuts)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1")
    proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
