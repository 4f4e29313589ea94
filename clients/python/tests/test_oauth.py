"""Sign-in of players from a program of others."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from chivalry_client import Client, Forbidden, OAuth, SignInError, Unauthorized
from server import BACKOFF, guest, running_server

_BACK = "http://127.0.0.1:9/back"


@asynccontextmanager
async def account() -> AsyncIterator[tuple[Client, OAuth]]:
    """The client of an account, which decides, and a program."""
    async with running_server() as url, guest(url) as player:
        credentials: Any = {"name": "Gawain", "password": "green chapel"}
        await player.request("POST", "/accounts", body=credentials)
        yield player, OAuth(url, "Knight's tour")


async def decide(player: Client, url: str, allow: bool) -> str:
    """Answers the consent page."""
    body: Any = {**dict(parse_qsl(urlsplit(url).query)), "allow": allow}
    return (await player.request("POST", "/oauth/authorize", body=body))["redirect"]


async def test_a_program_plays_for_a_player_who_allowed_it() -> None:
    async with account() as (player, oauth):
        pending = await oauth.begin(_BACK, ["play", "read"])
        tokens = await oauth.finish(pending, await decide(player, pending.url, True))
        assert set(tokens.scopes) == {"play", "read"}
        async with Client(player.url, token=tokens.access_token, backoff=BACKOFF) as client:
            await client.command({"t": "create", "variant": "cam", "seats": {"W": "me"}})
            assert client.connection.player is not None
            assert client.connection.player["name"] == "Gawain"
            with pytest.raises(Forbidden):
                await client.command({"t": "seek", "variant": "cam"})
            renewed = await oauth.refresh(tokens.refresh_token)
            client.token = renewed.access_token
            assert (await client.request("GET", "/me"))["name"] == "Gawain"
            await oauth.revoke(renewed.refresh_token)
            with pytest.raises(Unauthorized):
                await client.request("GET", "/me")


async def test_a_refusal_and_an_answer_to_another_sign_in_are_errors() -> None:
    async with account() as (player, oauth):
        pending = await oauth.begin(_BACK, ["play"])
        refused = await decide(player, pending.url, False)
        other = await oauth.begin(_BACK, ["play"])
        for sign_in, code in ((pending, "access_denied"), (other, "invalid_request")):
            with pytest.raises(SignInError) as error:
                await oauth.finish(sign_in, refused)
            assert error.value.code == code
        with pytest.raises(SignInError) as error:
            await oauth.refresh("unknown")
        assert error.value.code == "invalid_grant"


async def test_a_device_gets_its_tokens_after_the_player_entered_its_code() -> None:
    async with account() as (player, oauth):
        device = await oauth.begin_device(["play"])
        body: Any = {"user_code": device.user_code, "allow": True}
        await player.request("POST", "/oauth/device/decision", body=body)
        tokens = await oauth.finish_device(dataclasses.replace(device, interval=0.01))
        assert tokens.scopes == ("play",)
