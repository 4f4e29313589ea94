"""Subscriptions beside matches."""

from __future__ import annotations

from typing import Any, TypeAlias

from . import models
from .connection import Connection, as_command
from .frames import Command, Frame, Notice
from .subscription import Subscription

LobbyFrame: TypeAlias = models.ServerLobby | models.ServerLobbyChanged


class Lobby(Subscription[LobbyFrame]):
    """The lobby, and its state as of the last frame that the iterator returned."""

    def __init__(self, connection: Connection) -> None:
        #: The open seeks by id, oldest first.
        self.seeks: dict[str, models.SeekView] = {}
        #: The public matches with a free seat by id, oldest first.
        self.matches: dict[str, models.MatchItem] = {}
        self._v: int | None = None
        super().__init__(connection, "lobby")

    def begin(self) -> Command:
        self._v = None
        return {"t": "lobby", "on": True}

    def end(self) -> Command:
        return {"t": "lobby", "on": False}

    def receive(self, frame: Frame) -> None:
        if frame["t"] == "lobby":
            self._v = frame["v"]
            self._queue.push(frame)
        # Changes before the whole state belong to an earlier connection or to a gap.
        elif frame["t"] == "lobby_changed" and self._v is not None:
            if frame["v"] != self._v + 1:
                self._connection.resume(self)
                return
            self._v = frame["v"]
            self._queue.push(frame)

    def _fold(self, frame: LobbyFrame) -> None:
        if frame["t"] == "lobby":
            self.seeks.clear()
            self.matches.clear()
        else:
            for id in frame.get("seeks_gone", []):
                self.seeks.pop(id, None)
            for id in frame.get("matches_gone", []):
                self.matches.pop(id, None)
        self.seeks.update({seek["seek"]: seek for seek in frame.get("seeks", [])})
        self.matches.update({match["match"]: match for match in frame.get("matches", [])})


class TournamentEvents(Subscription[models.ServerTournament]):
    """The events of a tournament after the version `since`, each exactly once."""

    def __init__(self, connection: Connection, id: str, since: int = 0) -> None:
        self.id = id
        self._v = since
        super().__init__(connection, f"tournament {id}")

    def begin(self) -> Command:
        return {"t": "tournament", "tournament": self.id, "on": True, "since": self._v}

    def end(self) -> Command:
        return {"t": "tournament", "tournament": self.id, "on": False}

    def receive(self, frame: Frame) -> None:
        if frame["t"] != "tournament" or frame["id"] != self.id or frame["v"] <= self._v:
            return
        if frame["v"] > self._v + 1:
            self._connection.resume(self)
            return
        self._v = frame["v"]
        self._queue.push(frame)


class Channel(Subscription[models.ServerFeatured]):
    """The featured matches of one variant, or of all."""

    def __init__(self, connection: Connection, variant: str | None = None) -> None:
        self.variant = variant
        super().__init__(connection, "channel")

    def begin(self) -> Command:
        variant = {} if self.variant is None else {"variant": self.variant}
        return as_command({"t": "channel", "on": True, **variant})

    def end(self) -> Command:
        return {"t": "channel", "on": False}

    def receive(self, frame: Frame) -> None:
        if frame["t"] == "featured":
            self._queue.push(frame)


class Notices(Subscription[Notice]):
    """The frames that concern the player and no subscription."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, "notices")

    def begin(self) -> None:
        return None

    def end(self) -> None:
        return None

    def receive(self, frame: Frame) -> None:
        if (
            frame["t"] == "paired"
            or frame["t"] == "seeking"
            or frame["t"] == "invited"
            or frame["t"] == "seek_ended"
            or frame["t"] == "challenge"
            or frame["t"] == "called"
            or frame["t"] == "chat_timeout"
        ):
            self._queue.push(frame)


class Analysis(Subscription[models.ServerAnalysis]):
    """The evaluation of a position, depth by depth. It ends with the frame that is `done`."""

    def __init__(self, connection: Connection, request: dict[str, Any]) -> None:
        self._request: dict[str, Any] = {k: v for k, v in request.items() if v is not None}
        super().__init__(connection, "analysis")

    def begin(self) -> Command:
        return as_command({"t": "analyse", **self._request})

    def end(self) -> Command:
        return {"t": "analyse", "stop": True}

    def receive(self, frame: Frame) -> None:
        if frame["t"] != "analysis" or frame.get("re") != self.begun_by:
            return
        self._queue.push(frame)
        if frame.get("done") or "code" in frame:
            self.close()
