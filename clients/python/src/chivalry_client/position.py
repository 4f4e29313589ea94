"""Boards and positions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from . import models
from .errors import NotationError
from .notation import TreePlacement, parse_move, parse_square


class Piece(NamedTuple):
    seat: str
    kind: Literal["knight", "man"]


class Board:
    """The board of a variant: its squares, seats and castles."""

    def __init__(self, variant: models.VariantView) -> None:
        self.variant = variant
        self.squares = frozenset(variant["squares"])
        #: The seats, in turn order.
        self.seats = tuple(variant["seats"])
        ranks: dict[int, list[str]] = {}
        for square in sorted(variant["squares"], key=lambda name: parse_square(name).file):
            ranks.setdefault(parse_square(square).rank, []).append(square)
        #: The squares of each rank, from the highest rank down, each from the lowest file.
        self.ranks = tuple(tuple(ranks[rank]) for rank in sorted(ranks, reverse=True))

    @property
    def start(self) -> Position:
        """The starting position."""
        return self.position(self.variant["position"])

    def position(self, text: str) -> Position:
        """Parses a position."""
        fields = text.split(" ")
        if not 3 <= len(fields) <= 5:
            raise NotationError(f"{len(fields)} fields instead of 3 to 5")
        placement, turn, used, quiet, round_ = fields + ["0", "1"][len(fields) - 3 :]
        if turn.upper() not in self.seats:
            raise NotationError(f"not a seat: {turn!r}")
        castle_moves = tuple(_number(part) for part in used.split(","))
        if len(castle_moves) != len(self.seats):
            raise NotationError(f"not the castle moves of {len(self.seats)} seats: {used}")
        pieces, trees = self._placement(placement)
        return Position(
            self, pieces, trees, turn.upper(), castle_moves, _number(quiet), _number(round_)
        )

    def _placement(self, text: str) -> tuple[dict[str, Piece], frozenset[str]]:
        rows = text.split("/")
        if len(rows) != len(self.ranks):
            raise NotationError(f"{len(rows)} ranks instead of {len(self.ranks)}")
        pieces: dict[str, Piece] = {}
        trees: set[str] = set()
        for row, squares in zip(rows, self.ranks, strict=True):
            next_ = 0
            for part in re.findall("[0-9]+|.", row):
                if part.isdigit():
                    next_ += int(part)
                    continue
                if next_ < len(squares) and part == "^":
                    trees.add(squares[next_])
                elif next_ < len(squares):
                    pieces[squares[next_]] = self._piece(part)
                next_ += 1
            if next_ != len(squares):
                raise NotationError(f"not {len(squares)} squares: {row}")
        return pieces, frozenset(trees)

    def _piece(self, letter: str) -> Piece:
        seat = letter.upper()
        if seat not in self.seats:
            raise NotationError(f"not a piece: {letter}")
        return Piece(seat, "knight" if letter == seat else "man")


@dataclass(frozen=True)
class Position:
    """A position. It does not change: a move makes another one."""

    board: Board
    pieces: Mapping[str, Piece]
    trees: frozenset[str]
    #: The seat to move.
    turn: str
    #: The castle moves that each seat has used, in turn order.
    castle_moves: tuple[int, ...]
    #: The plies since the last capture or entry into a goal castle.
    quiet: int
    #: The number of the round, from 1.
    round: int

    def at(self, square: str) -> Piece | None:
        """The piece on a square."""
        return self.pieces.get(square)

    def play(self, text: str) -> Position:
        """The position after a move that the server accepted. Its legality is not checked."""
        move = parse_move(text)
        seats = self.board.seats
        mover = seats.index(self.turn)
        turn = seats[(mover + 1) % len(seats)]
        round_ = self.round + (turn == seats[0])
        after = replace(self, turn=turn, round=round_, quiet=self.quiet + 1)
        if move == "pass":
            return after
        if isinstance(move, TreePlacement):
            return replace(after, trees=self.trees.union(move.squares))
        if move.start not in self.pieces:
            raise NotationError(f"there is no piece on {move.start}")
        gone = {move.start, *move.captured}
        pieces = {square: piece for square, piece in self.pieces.items() if square not in gone}
        pieces[move.end] = self.pieces[move.start]
        goal = self.board.variant["goals"].get(self.turn, [])
        is_castle_move = move.start in goal
        castle_moves = tuple(
            used + (seat == mover and is_castle_move) for seat, used in enumerate(self.castle_moves)
        )
        is_entry = move.end in goal and not is_castle_move
        quiet = 0 if move.captured or is_entry else after.quiet
        return replace(after, pieces=pieces, castle_moves=castle_moves, quiet=quiet)

    def __str__(self) -> str:
        rows = ("".join(self._letter(square) for square in squares) for squares in self.board.ranks)
        board = "/".join(re.sub(" +", lambda empty: str(len(empty[0])), row) for row in rows)
        used = ",".join(str(number) for number in self.castle_moves)
        return f"{board} {self.turn.lower()} {used} {self.quiet} {self.round}"

    def _letter(self, square: str) -> str:
        piece = self.pieces.get(square)
        if piece is None:
            return "^" if square in self.trees else " "
        return piece.seat if piece.kind == "knight" else piece.seat.lower()


def _number(text: str) -> int:
    if re.fullmatch("[0-9]+", text) is None:
        raise NotationError(f"not a number: {text!r}")
    return int(text)
