"""Positions and moves, compared with the vectors of the rules and with the server."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from chivalry_client import (
    Board,
    Client,
    NotationError,
    PieceMove,
    Position,
    moves_by_squares,
    parse_move,
)
from server import ROOT, guest, running_server

_VECTORS = ROOT / "crates" / "chivalry-rules" / "tests" / "vectors"


def vectors_of(variant: str) -> list[Any]:
    text = (_VECTORS / f"{variant}.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


async def legal_moves(client: Client, position: Position) -> list[str]:
    body = {"variant": position.board.variant["name"], "position": str(position)}
    view: Any = await client._request("POST", "/rules/moves", {"body": body})
    return list(view["moves"])


def summary(text: str) -> str:
    """The starting square, the last square and the captures of a move."""
    move = parse_move(text)
    assert str(move) == text
    assert isinstance(move, PieceMove)
    return json.dumps([move.start, move.end, sorted(move.captured)])


async def check_vectors(client: Client, board: Board) -> None:
    variant = board.variant["name"]
    assert str(board.start) == board.variant["position"]
    vectors = vectors_of(variant)
    for vector in vectors:
        assert str(board.position(vector["position"])) == f"{vector['position']} 0 1"
    for vector in vectors[:12]:
        moves = await legal_moves(client, board.position(vector["position"]))
        expected = sorted(json.dumps(result) for result in vector["results"])
        assert sorted(map(summary, moves)) == expected
        grouped = moves_by_squares(moves).values()
        listed = [text for ends in grouped for texts in ends.values() for text in texts]
        assert sorted(listed) == sorted(moves)


async def check_moves(client: Client, board: Board, rng: random.Random) -> None:
    position = board.start
    for _ in range(20):
        moves = await legal_moves(client, position)
        if not moves:
            return
        move = rng.choice(moves)
        body = {"variant": board.variant["name"], "position": str(position), "move": move}
        checked: Any = await client._request("POST", "/rules/check", {"body": body})
        position = position.play(move)
        assert str(position) == checked["position"], body
        if checked["outcome"] is not None:
            return


async def test_boards_agree_with_the_vectors_and_the_server() -> None:
    rng = random.Random(7)
    async with running_server() as url, guest(url) as client:
        variants = await client.request("GET", "/variants")
        assert len(variants["items"]) >= 13
        for variant in variants["items"]:
            board = Board(variant)
            await check_vectors(client, board)
            await check_moves(client, board, rng)


async def test_castle_moves_and_notation_errors() -> None:
    async with running_server() as url, guest(url) as client:
        board = await client.board("camelot")
        ranks = "/".join(["10", *["12"] * 10, "10", "b7", "2"])
        start = board.position(f"1W/8/{ranks} w 0,0 9 1")
        assert str(start.play("G16-F16")).split(" ", 2)[2] == "1,0 10 1"
        entry = board.position(f"2/3W4/{ranks} w 0,0 9 1")
        assert str(entry.play("F15-F16")).split(" ", 2)[2] == "0,0 0 1"
        for text in ["", "C3", "C3-", "C3+C4", "33-C4", "C3-C4-", "A0-A1"]:
            with pytest.raises(NotationError):
                parse_move(text)
        for text in ["", "1/3/5 w 0,0", f"2/8/{ranks} x 0,0", f"2/8/{ranks} w 0"]:
            with pytest.raises(NotationError):
                board.position(text)
