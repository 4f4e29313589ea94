"""A player on one server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, overload
from urllib.parse import parse_qs, urlsplit

from typing_extensions import Self

from . import models
from .backoff import Backoff
from .connection import Connection, TokenStore, as_command
from .errors import ChivalryError
from .feeds import Analysis, Channel, Lobby, Notices, TournamentEvents
from .frames import Command
from .match import Match
from .position import Board
from .rest import Rest, is_temporary
from .routes import Routes


class Client(Routes):
    """A player on one server, over REST and one WebSocket, which the first use opens.

    A client without a token becomes a guest when its WebSocket opens.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        backoff: Backoff | None = None,
        answer_timeout: float = 60.0,
    ) -> None:
        self.url = url.rstrip("/")
        self._tokens = TokenStore(token)
        self._backoff = backoff or Backoff()
        self._rest = Rest(self.url, self._tokens, self._backoff)
        self._boards: dict[str, Board] = {}
        self.connection = Connection(
            self.url, self._tokens, backoff=self._backoff, answer_timeout=answer_timeout
        )

    @classmethod
    async def guest(cls, url: str, **options: Any) -> Self:
        """A client of a new guest."""
        async with cls(url) as anyone:
            session = await anyone.request("POST", "/guests")
        return cls(url, token=session["token"], **options)

    @classmethod
    async def sign_in(cls, url: str, name: str, password: str, **options: Any) -> Self:
        """A client that is signed in to an account."""
        async with cls(url) as anyone:
            session = await anyone.request(
                "POST", "/sessions", body={"name": name, "password": password}
            )
        return cls(url, token=session["token"], **options)

    @property
    def token(self) -> str | None:
        """The token of the player. Whoever has it can play as the player."""
        return self._tokens.token

    @token.setter
    def token(self, token: str | None) -> None:
        """Sets the token of later requests and connections."""
        self._tokens.token = token

    async def _request(self, method: str, path: str, options: dict[str, Any]) -> Any:
        return await self._rest.request(method, path, options)

    # The first signature that fits is used, so the overlap with `Command` is harmless.
    @overload
    async def command(  # type: ignore[overload-overlap]
        self, frame: models.ClientPing
    ) -> models.ServerPong: ...

    @overload
    async def command(self, frame: Command) -> models.ServerOk: ...

    async def command(self, frame: Any) -> Any:
        """Sends a command over the WebSocket until it is answered. A refusal is raised."""
        return await self.connection.command(frame)

    async def join(self, match: str, seat: str | None = None) -> models.ServerOk:
        """Takes a free seat of a match, by its id or by a link."""
        link = urlsplit(match)
        frame = {"t": "join", "match": link.path.rsplit("/", 1)[-1]}
        if key := parse_qs(link.query).get("key"):
            frame["key"] = key[0]
        if seat is not None:
            frame["seat"] = seat
        return await self.connection.command(as_command(frame))

    def match(self, id: str, *, legal: bool = False, chat: bool = False) -> Match:
        """The events and the state of a match."""
        return Match(self.connection, id, legal=legal, chat=chat)

    def lobby(self) -> Lobby:
        """The open seeks and matches."""
        return Lobby(self.connection)

    def tournament(self, id: str, since: int = 0) -> TournamentEvents:
        """The events of a tournament after the version `since`."""
        return TournamentEvents(self.connection, id, since)

    def channel(self, variant: str | None = None) -> Channel:
        """The featured matches of a variant, or of all."""
        return Channel(self.connection, variant)

    def notices(self) -> Notices:
        """Pairings, invitations, challenges and calls of the player."""
        return Notices(self.connection)

    def analyse(
        self,
        variant: str,
        position: str | None = None,
        nodes: int | None = None,
        *,
        lines: int | None = None,
        threat: bool = False,
    ) -> Analysis:
        """The evaluation of a position, depth by depth: of several lines, or of a threat."""
        request = {"variant": variant, "position": position, "nodes": nodes, "lines": lines}
        return Analysis(self.connection, {**request, "threat": threat or None})

    async def player_events(self, *, legal: bool = False) -> AsyncIterator[models.PlayerMessage]:
        """The events of all matches of the player, over HTTP.

        The stream reconnects. Each connection begins with `playing` for every match in progress,
        so a turn can be reported twice.
        """
        failures = 0
        while True:
            try:
                async for line in self._rest.lines("/me/events", {"legal": legal}):
                    failures = 0
                    yield json.loads(line)
            except ChivalryError as error:
                if not is_temporary(error):
                    raise
            await asyncio.sleep(self._backoff.delay(failures))
            failures += 1

    async def board(self, variant: str) -> Board:
        """The board of a variant. It is requested once."""
        if variant not in self._boards:
            view = await self.request("GET", "/variants/{variant}", variant=variant)
            self._boards[variant] = Board(view)
        return self._boards[variant]

    async def close(self) -> None:
        """Closes all connections and ends all iterators."""
        await self.connection.close()
        await self._rest.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
