"""Refusals as errors, tokens and streams."""

from __future__ import annotations

from typing import get_args

import pytest

from chivalry_client import (
    Client,
    Closed,
    Conflict,
    Forbidden,
    IllegalMove,
    InvalidRequest,
    NotFound,
    Refusal,
    Unauthorized,
    models,
)
from chivalry_client.errors import refusal
from server import BACKOFF, guest, running_server

_NOWHERE = "00000000-0000-7000-8000-000000000000"


async def test_a_refusal_has_the_class_of_its_code_over_both_transports() -> None:
    async with running_server() as url, guest(url) as client:
        made = await client.command(
            {"t": "create", "variant": "camette", "seats": {"W": "me", "B": "computer:1"}}
        )
        match = made["match"]
        with pytest.raises(IllegalMove) as by_frame:
            await client.command({"t": "move", "match": match, "ply": 1, "move": "C2-C1"})
        with pytest.raises(IllegalMove) as by_request:
            await client.request(
                "POST", "/matches/{id}/moves", id=match, body={"ply": 1, "move": "C2-C1"}
            )
        for refused in (by_frame.value, by_request.value):
            assert (refused.rule, refused.section) == ("own_castle", "4.1")
        with pytest.raises(Conflict):
            await client.command({"t": "move", "match": match, "ply": 9, "move": "C2-B2"})
        with pytest.raises(InvalidRequest) as invalid:
            await client.command({"t": "create", "variant": "ludo"})
        assert invalid.value.field == "variant"
        with pytest.raises(NotFound):
            await client.match(_NOWHERE).__anext__()


def test_every_code_of_the_server_has_a_family() -> None:
    for code in get_args(models.Code):
        assert type(refusal({"code": code, "detail": ""})) is not Refusal, code


def test_a_code_that_this_version_does_not_define_is_a_plain_refusal() -> None:
    error = refusal({"code": "of_the_future", "detail": "later"})
    assert type(error) is Refusal
    assert error.code == "of_the_future"


async def test_a_token_of_a_program_has_the_scopes_that_it_was_created_with() -> None:
    async with running_server() as url, guest(url) as client:
        made = await client.request("POST", "/tokens", body={"scopes": ["read"]})
        async with Client(url, token=made["token"], backoff=BACKOFF) as program:
            with pytest.raises(Forbidden) as refused:
                await program.command({"t": "create", "variant": "cam"})
            assert refused.value.scope == "play"


async def test_an_unknown_token_ends_the_connection_and_the_commands_that_wait() -> None:
    async with running_server() as url, Client(url, token="unknown", backoff=BACKOFF) as client:
        lobby = client.lobby()
        with pytest.raises(Unauthorized):
            await client.command({"t": "create", "variant": "cam"})
        with pytest.raises(Unauthorized):
            await lobby.__anext__()
        with pytest.raises(Unauthorized):
            await client.request("GET", "/me")


async def test_a_client_without_a_token_becomes_a_guest_and_keeps_the_token() -> None:
    async with running_server() as url:
        async with Client(url, backoff=BACKOFF) as client:
            assert (await client.command({"t": "ping"}))["t"] == "pong"
            me = await client.request("GET", "/me")
            assert client.connection.player is not None
            assert client.connection.player["id"] == me["id"]
        with pytest.raises(Closed):
            await client.command({"t": "ping"})


async def test_the_lobby_keeps_its_state_and_notices_name_the_pairing() -> None:
    async with running_server() as url, guest(url) as one, guest(url) as two:
        lobby, notices = one.lobby(), one.notices()
        await lobby.__anext__()
        made = await one.command({"t": "seek", "variant": "grand-cam", "seat": "R"})
        async for frame in lobby:
            if frame.get("seeks"):
                break
        assert lobby.seeks[made["seek"]]["variant"] == "grand-cam"
        await one.command({"t": "unseek", "seek": made["seek"]})
        assert (await notices.__anext__())["t"] == "seek_ended"
        assert one.connection.player is not None
        name = one.connection.player["name"]
        await two.request("POST", "/challenges", body={"to": name, "variant": "cam"})
        assert (await notices.__anext__())["t"] == "challenge"


async def test_player_events_begin_with_the_matches_in_progress() -> None:
    async with running_server() as url, guest(url) as client:
        made = await client.command(
            {"t": "create", "variant": "camette", "seats": {"W": "me", "B": "computer:1"}}
        )
        async for event in client.player_events(legal=True):
            if event["t"] == "playing":
                assert event["match"] == made["match"]
                assert event["my_turn"]
                assert event["legal"]
            if event["t"] == "ready":
                break


async def test_an_analysis_ends_when_it_is_done() -> None:
    async with running_server() as url, guest(url) as client:
        position = "1/3/2w2/4b/5/3/1 w 0,0 0 1"
        frames = [frame async for frame in client.analyse("camette", position, 2000)]
        assert frames[-1].get("score") == {"win": 2}
