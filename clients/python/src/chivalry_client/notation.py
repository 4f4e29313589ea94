"""Squares and moves as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from .errors import NotationError


class Square(NamedTuple):
    """A square as its file, from 0, and its rank, from 1."""

    file: int
    rank: int

    def __str__(self) -> str:
        return f"{chr(ord('A') + self.file)}{self.rank}"


@dataclass(frozen=True)
class Leg:
    """A leg of a move. A jump captures the piece that it crosses."""

    to: str
    is_jump: bool


@dataclass(frozen=True)
class PieceMove:
    """A move of a piece."""

    start: str
    legs: tuple[Leg, ...]

    @property
    def end(self) -> str:
        """The last square."""
        return self.legs[-1].to

    @property
    def captured(self) -> list[str]:
        """The squares of the captured pieces, in the order of the legs."""
        captured = []
        start = parse_square(self.start)
        for leg in self.legs:
            end = parse_square(leg.to)
            if leg.is_jump:
                middle = Square((start.file + end.file) // 2, (start.rank + end.rank) // 2)
                captured.append(str(middle))
            start = end
        return captured

    def __str__(self) -> str:
        return self.start + "".join(f"{'x' if leg.is_jump else '-'}{leg.to}" for leg in self.legs)


@dataclass(frozen=True)
class TreePlacement:
    """The placement of trees."""

    squares: tuple[str, ...]

    def __str__(self) -> str:
        return ",".join(self.squares)


Move: TypeAlias = PieceMove | TreePlacement | Literal["pass"]


def parse_square(text: str) -> Square:
    """Parses the name of a square: `A5`."""
    found = re.fullmatch(r"([A-Za-z])([1-9][0-9]{0,2})", text)
    if found is None:
        raise NotationError(f"not a square: {text!r}")
    return Square(ord(found[1].upper()) - ord("A"), int(found[2]))


def parse_move(text: str) -> Move:
    """Parses the text of a move: `C8-D9`, `H4xJ4xL6`, `C2,E6,K7`, `pass`."""
    if text == "pass":
        return "pass"
    if "," in text:
        return TreePlacement(tuple(str(parse_square(part)) for part in text.split(",")))
    start, *rest = re.split("([-xX])", text)
    if not rest:
        raise NotationError(f"not a move: {text!r}")
    pairs = zip(rest[::2], rest[1::2], strict=True)
    legs = tuple(Leg(str(parse_square(to)), mark != "-") for mark, to in pairs)
    return PieceMove(str(parse_square(start)), legs)


def moves_by_squares(legal: Iterable[str]) -> dict[str, dict[str, list[str]]]:
    """The legal moves by their starting square and their last square."""
    moves: dict[str, dict[str, list[str]]] = {}
    for text in legal:
        move = parse_move(text)
        if isinstance(move, PieceMove):
            moves.setdefault(move.start, {}).setdefault(move.end, []).append(text)
    return moves
