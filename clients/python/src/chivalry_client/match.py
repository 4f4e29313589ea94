"""A match: its frames, its state, and the commands of a player in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal

from . import models
from .connection import Connection, as_command
from .frames import Command, Frame, MatchFrame
from .match_state import fold_match
from .subscription import Subscription

Say = Literal["offer", "accept", "decline"]


class Match(Subscription[MatchFrame]):
    """The iterator of the frames of a match."""

    def __init__(
        self, connection: Connection, id: str, *, legal: bool = False, chat: bool = False
    ) -> None:
        self.id = id
        self.legal = legal
        self.chat_included = chat
        #: The fields of a snapshot, as of the last frame that the iterator returned. The first
        #: frame is a snapshot, so the state is `None` before it.
        self.state: models.ServerSnapshot | None = None
        # The version of the last event that was delivered.
        self._v: int | None = None
        # Plies that the player's own moves have reached.
        self._played = 0
        super().__init__(connection, f"match {id}")

    @property
    def seat(self) -> str | None:
        """The seat of the player of the connection, if there is one."""
        me = self._connection.player
        if self.state is None or me is None:
            return None
        for seat, player in self.state["seats"].items():
            if player is not None and player["id"] == me["id"]:
                return seat
        return None

    @property
    def turn(self) -> str | None:
        """The seat to move, while the match is played."""
        if self.state is None or self.state["status"] != "playing":
            return None
        return self.state["position"].split(" ")[1].upper()

    @property
    def is_my_turn(self) -> bool:
        """True if the player of the connection is to move."""
        return self.turn is not None and self.turn == self.seat

    async def turns(self) -> AsyncIterator[models.ServerSnapshot]:
        """The state at each turn of the player, with the legal moves, until the match ends.

        It requires the option `legal`: the position at the end of a match has a seat to move and
        no legal move.
        """
        if not self.legal:
            raise RuntimeError("turns() requires the option `legal`")
        async for frame in self:
            state = self.state
            if state is None or state["status"] == "ended":
                break
            is_position = frame["t"] in ("snapshot", "started", "moved", "took_back")
            # A frame can be older than the answer to the player's last move.
            is_current = is_position and state["ply"] >= self._played
            if is_current and self.is_my_turn and state.get("legal"):
                yield state
        self.close()

    async def move(self, text: str) -> models.ServerOk:
        """Plays a move as the next ply."""
        if self.state is None:
            raise RuntimeError("the match has no state before its first frame")
        ply = self.state["ply"] + 1
        answer = await self._connection.command(
            {"t": "move", "match": self.id, "ply": ply, "move": text}
        )
        self._played = answer["ply"]
        return answer

    async def premove(self, ply: int, line: models.Line | None) -> models.ServerOk:
        """Prepares a move, or a tree of replies, for the player's next ply. `None` removes it."""
        return await self._connection.command(
            {"t": "premove", "match": self.id, "ply": ply, "line": line}
        )

    async def resign(self) -> models.ServerOk:
        return await self._connection.command({"t": "resign", "match": self.id})

    async def abort(self) -> models.ServerOk:
        return await self._connection.command({"t": "abort", "match": self.id})

    async def draw(self, say: Say) -> models.ServerOk:
        return await self._connection.command({"t": "draw", "match": self.id, "say": say})

    async def takeback(self, say: Say) -> models.ServerOk:
        return await self._connection.command({"t": "takeback", "match": self.id, "say": say})

    async def rematch(self, say: Say) -> models.ServerOk:
        return await self._connection.command({"t": "rematch", "match": self.id, "say": say})

    async def claim(self, result: Literal["win", "draw"] = "win") -> models.ServerOk:
        """Claims a match that the other side has abandoned."""
        return await self._connection.command({"t": "claim", "match": self.id, "for": result})

    async def chat(self, room: Literal["players", "watchers"], text: str) -> models.ServerOk:
        return await self._connection.command(
            {"t": "chat", "match": self.id, "room": room, "text": text}
        )

    def begin(self) -> Command:
        frame = {
            "t": "watch",
            "match": self.id,
            "legal": self.legal,
            "chat": self.chat_included,
        }
        return as_command(frame if self._v is None else {**frame, "since": self._v})

    def end(self) -> Command:
        return {"t": "unwatch", "match": self.id}

    def receive(self, frame: Frame) -> None:
        if frame["t"] == "snapshot":
            if frame["match"] == self.id:
                self._v = frame["v"]
                self._queue.push(frame)
        elif self._v is None or frame.get("match") != self.id:
            return
        elif (
            frame["t"] == "watchers"
            or frame["t"] == "presence"
            or frame["t"] == "premove"
            or frame["t"] == "premove_dropped"
            or frame["t"] == "chat"
            or frame["t"] == "chat_history"
            or frame["t"] == "chat_hidden"
            or frame["t"] == "rated"
            or frame["t"] == "renamed"
        ):
            self._queue.push(frame)
        elif (
            frame["t"] == "created"
            or frame["t"] == "joined"
            or frame["t"] == "link"
            or frame["t"] == "started"
            or frame["t"] == "moved"
            or frame["t"] == "offer"
            or frame["t"] == "offer_ended"
            or frame["t"] == "took_back"
            or frame["t"] == "seat_out"
            or frame["t"] == "time_added"
            or frame["t"] == "time_taken"
            or frame["t"] == "rematched"
            or frame["t"] == "paused"
            or frame["t"] == "resumed"
            or frame["t"] == "vacation"
            or frame["t"] == "adjourned"
            or frame["t"] == "adjournment_ended"
            or frame["t"] == "ended"
        ):
            if frame["v"] > self._v + 1:
                self._connection.resume(self)
            elif frame["v"] == self._v + 1:
                self._v = frame["v"]
                self._queue.push(frame)

    def _fold(self, frame: MatchFrame) -> None:
        if frame["t"] == "took_back":
            self._played = frame["ply"]
        self.state = fold_match(self.state, frame)
