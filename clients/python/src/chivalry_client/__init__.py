"""Client of Chivalry game servers: typed REST, WebSocket with reconnection, and a board."""

from . import models
from .backoff import Backoff
from .client import Client
from .connection import Connection
from .errors import (
    ChivalryError,
    Closed,
    Conflict,
    Forbidden,
    IllegalMove,
    InvalidRequest,
    NoAnswer,
    NotationError,
    NotFound,
    RateLimited,
    Refusal,
    SlowReader,
    Unauthorized,
    Unavailable,
)
from .feeds import Analysis, Channel, Lobby, Notices, TournamentEvents
from .frames import Command, Frame, MatchEvent, MatchFrame, Notice
from .match import Match
from .notation import (
    Leg,
    Move,
    PieceMove,
    Square,
    TreePlacement,
    moves_by_squares,
    parse_move,
    parse_square,
)
from .oauth import AppTokens, OAuth, PendingDevice, PendingSignIn, SignInError
from .position import Board, Piece, Position

__all__ = [
    "Analysis",
    "AppTokens",
    "Backoff",
    "Board",
    "Channel",
    "ChivalryError",
    "Client",
    "Closed",
    "Command",
    "Conflict",
    "Connection",
    "Forbidden",
    "Frame",
    "IllegalMove",
    "InvalidRequest",
    "Leg",
    "Lobby",
    "Match",
    "MatchEvent",
    "MatchFrame",
    "Move",
    "NoAnswer",
    "NotFound",
    "NotationError",
    "Notice",
    "Notices",
    "OAuth",
    "PendingDevice",
    "PendingSignIn",
    "Piece",
    "PieceMove",
    "Position",
    "RateLimited",
    "Refusal",
    "SignInError",
    "SlowReader",
    "Square",
    "TournamentEvents",
    "TreePlacement",
    "Unauthorized",
    "Unavailable",
    "models",
    "moves_by_squares",
    "parse_move",
    "parse_square",
]
