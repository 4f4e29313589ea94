"""Games over a connection that is cut a hundred times."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

from chivalry_client import Client
from proxy import running_proxy
from server import BACKOFF, guest, running_server

_CUTS = 100

Mover = Callable[[str, int], Awaitable[int]]


async def play(
    client: Client, id: str, move: Mover, rng: random.Random
) -> tuple[dict[int, str], list[int]]:
    """Plays one seat to the end. Returns the accepted moves, and the versions of the events."""
    accepted: dict[int, str] = {}
    versions: list[int] = []
    async with client.match(id, legal=True) as match:
        async for frame in match:
            state = match.state
            assert state is not None
            if frame["t"] in ("watchers", "presence"):
                continue
            assert frame["t"] != "snapshot" or not versions, "a snapshot replaced events"
            versions.append(state["v"])
            if state["status"] == "ended":
                break
            legal = state.get("legal", [])
            if not match.is_my_turn or not legal or state["ply"] + 1 in accepted:
                continue
            text = rng.choice(legal)
            ply = await move(text, state["ply"] + 1)
            assert ply not in accepted
            accepted[ply] = text
    return accepted, versions


async def play_one(white: Client, black: Client, direct: Client, seed: int) -> None:
    rng = random.Random(seed)
    made = await white.command({"t": "create", "variant": "cam", "seats": {"W": "me"}})
    match = made["match"]
    await black.join(match)

    async def by_frame(text: str, ply: int) -> int:
        answer = await white.command({"t": "move", "match": match, "ply": ply, "move": text})
        return answer["ply"]

    async def by_request(text: str, ply: int) -> int:
        answer = await black.request(
            "POST", "/matches/{id}/moves", id=match, body={"ply": ply, "move": text}
        )
        return answer["ply"]

    by_white, by_black = await asyncio.gather(
        play(white, match, by_frame, rng), play(black, match, by_request, rng)
    )
    events = await direct.request("GET", "/matches/{id}/events", id=match)
    assert events is not None
    log = events["items"]
    moved = {event["ply"]: event["move"] for event in log if event["t"] == "moved"}
    assert by_white[0] | by_black[0] == moved
    for _, versions in (by_white, by_black):
        assert versions == list(range(versions[0], len(log) + 1))


async def test_a_hundred_cuts_lose_no_event_and_repeat_no_command() -> None:
    async with running_server() as url, running_proxy(url, _CUTS) as proxy, guest(url) as direct:
        async with guest(url) as one, guest(url) as two:
            tokens = [one.token, two.token]
        white, black = (
            Client(proxy.url, token=token, backoff=BACKOFF, answer_timeout=20) for token in tokens
        )
        async with white, black:
            matches = 0
            while proxy.cuts < _CUTS:
                matches += 1
                await play_one(white, black, direct, matches)
            assert white.connection.player is not None
            name = white.connection.player["name"]
            listed = [item async for item in direct.items("/matches", player=name)]
            assert len(listed) == matches, "each command created one match"
