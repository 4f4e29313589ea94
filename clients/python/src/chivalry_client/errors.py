"""Errors of the client, and refusals of the server by the family of their code."""

from __future__ import annotations

from typing import Any


class ChivalryError(Exception):
    """Everything that this package raises on purpose."""


class NoAnswer(ChivalryError):
    """The server could not be reached, or did not answer in time.

    A command without an answer may have been carried out.
    """


class Closed(ChivalryError):
    """The client was closed."""


class SlowReader(ChivalryError):
    """Too many frames wait for their reader."""


class NotationError(ChivalryError, ValueError):
    """A text is not a square, a move or a position."""


class Refusal(ChivalryError):
    """The server refused a command or a request."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(f"{problem.get('code')}: {problem.get('detail')}")
        #: All fields of the refusal. They are the same over WebSocket and REST.
        self.problem = problem

    @property
    def code(self) -> str:
        """The stable code. A code that this version does not define is possible."""
        return str(self.problem["code"])

    @property
    def reason(self) -> str | None:
        """The reason, which is more specific than the code."""
        return self.problem.get("reason")

    @property
    def field(self) -> str | None:
        """The invalid field, parameter or header."""
        return self.problem.get("field")

    @property
    def retry_after(self) -> float | None:
        """The time after which the request can succeed, in seconds."""
        wait = self.problem.get("retry_after_ms")
        return None if wait is None else wait / 1000


class InvalidRequest(Refusal):
    """The request has a form or a value that the server does not accept."""


class Unauthorized(Refusal):
    """There is no token, or the server does not accept it."""


class Forbidden(Refusal):
    """The player or the token lacks the permission."""

    @property
    def scope(self) -> str | None:
        """The scope that the token lacks."""
        return self.problem.get("scope")


class NotFound(Refusal):
    """The resource does not exist, or is over."""


class Conflict(Refusal):
    """The state of the match, seek or tournament does not permit the command."""


class IllegalMove(Refusal):
    """The move breaks a rule of the game."""

    @property
    def rule(self) -> str | None:
        """The violated rule."""
        return self.problem.get("rule")

    @property
    def section(self) -> str | None:
        """The section of the rules that states it."""
        return self.problem.get("section")

    @property
    def legal(self) -> list[str] | None:
        """The legal moves, if the client asked for them."""
        return self.problem.get("legal")


class RateLimited(Refusal):
    """A limit is exceeded."""


class Unavailable(Refusal):
    """The server cannot answer now, or failed. The command may have been carried out."""


_FAMILIES: dict[str, type[Refusal]] = {
    "bad_frame": InvalidRequest,
    "unknown_type": InvalidRequest,
    "bad_field": InvalidRequest,
    "method_not_allowed": InvalidRequest,
    "too_large": InvalidRequest,
    "unauthorized": Unauthorized,
    "forbidden": Forbidden,
    "not_found": NotFound,
    "not_your_turn": Conflict,
    "stale_ply": Conflict,
    "match_over": Conflict,
    "seat_taken": Conflict,
    "name_taken": Conflict,
    "too_late": Conflict,
    "too_soon": Conflict,
    "illegal_move": IllegalMove,
    "rate_limited": RateLimited,
    "internal": Unavailable,
    "unavailable": Unavailable,
    "server_draining": Unavailable,
}


def refusal(problem: dict[str, Any]) -> Refusal:
    """The error of a refusal, of the class of its code."""
    return _FAMILIES.get(problem["code"], Refusal)(problem)
