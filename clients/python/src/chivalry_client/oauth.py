"""Sign-in of players from a program of others, by OAuth 2.0 without a secret."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from .errors import ChivalryError, NoAnswer

_DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_SLOW_DOWN = 5.0


class SignInError(ChivalryError):
    """A sign-in was refused.

    `code` is a word of RFC 6749 or RFC 8628, such as `access_denied`.
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


@dataclass(frozen=True)
class PendingSignIn:
    """A sign-in that waits for the browser to come back."""

    #: The address of the consent page, to which the browser is sent.
    url: str
    state: str
    verifier: str
    redirect_uri: str
    issuer: str


@dataclass(frozen=True)
class PendingDevice:
    """A device whose sign-in waits for the player."""

    #: The code that the player enters at `verification_uri`.
    user_code: str
    verification_uri: str
    #: The same address with the code.
    verification_uri_complete: str
    device_code: str
    #: The seconds between two questions.
    interval: float


@dataclass(frozen=True)
class AppTokens:
    """The tokens of a player for this program."""

    #: The token for `Client(url, token=...)`.
    access_token: str
    #: The token that replaces both tokens, once.
    refresh_token: str
    scopes: tuple[str, ...]
    #: The time of expiry of the access token, as of `time.time()`.
    expires_at: float


class OAuth:
    """Sign-in at one server. `client_id` is the name of the program, which the player sees."""

    def __init__(self, url: str, client_id: str) -> None:
        self._url = url.rstrip("/")
        self.client_id = client_id

    async def begin(self, redirect_uri: str, scopes: Sequence[str]) -> PendingSignIn:
        """Begins a sign-in by a browser, with PKCE."""
        metadata = await self._json("GET", "/.well-known/oauth-authorization-server")
        state, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        digest = hashlib.sha256(verifier.encode()).digest()
        query = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": redirect_uri,
            "scope": " ".join(scopes),
            "state": state,
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        url = f"{metadata['authorization_endpoint']}?{urlencode(query)}"
        return PendingSignIn(url, state, verifier, redirect_uri, metadata["issuer"])

    async def finish(self, pending: PendingSignIn, returned: str) -> AppTokens:
        """Ends a sign-in with the address at which the browser came back."""
        answer = {name: values[0] for name, values in parse_qs(urlsplit(returned).query).items()}
        if (answer.get("state"), answer.get("iss")) != (pending.state, pending.issuer):
            raise SignInError("invalid_request", "the answer belongs to another sign-in")
        if "error" in answer:
            raise SignInError(answer["error"], answer.get("error_description", ""))
        return await self._tokens(
            grant_type="authorization_code",
            code=answer.get("code", ""),
            redirect_uri=pending.redirect_uri,
            code_verifier=pending.verifier,
        )

    async def refresh(self, refresh_token: str) -> AppTokens:
        """Replaces both tokens. A refresh token works once, so it is never sent again."""
        return await self._tokens(grant_type="refresh_token", refresh_token=refresh_token)

    async def revoke(self, token: str) -> None:
        """Ends the sign-in of an access token or a refresh token."""
        await self._post("revoke", token=token)

    async def begin_device(self, scopes: Sequence[str]) -> PendingDevice:
        """Begins the sign-in of a device without a browser."""
        device = await self._post("device", scope=" ".join(scopes))
        return PendingDevice(
            device["user_code"],
            device["verification_uri"],
            device["verification_uri_complete"],
            device["device_code"],
            device["interval"],
        )

    async def finish_device(self, device: PendingDevice) -> AppTokens:
        """Waits until the player has decided about a device."""
        interval = device.interval
        while True:
            await asyncio.sleep(interval)
            try:
                return await self._tokens(grant_type=_DEVICE_GRANT, device_code=device.device_code)
            except SignInError as error:
                if error.code == "slow_down":
                    interval += _SLOW_DOWN
                elif error.code != "authorization_pending":
                    raise

    async def _tokens(self, **fields: str) -> AppTokens:
        issued = await self._post("token", **fields)
        return AppTokens(
            issued["access_token"],
            issued["refresh_token"],
            tuple(issued["scope"].split()),
            time.time() + issued["expires_in"],
        )

    async def _post(self, route: str, **fields: str) -> Any:
        data = {"client_id": self.client_id, **fields}
        return await self._json("POST", f"/api/v1/oauth/{route}", data)

    async def _json(self, method: str, path: str, data: dict[str, str] | None = None) -> Any:
        try:
            async with httpx.AsyncClient(timeout=30) as http:
                response = await http.request(method, f"{self._url}{path}", data=data)
        except httpx.TransportError as cause:
            raise NoAnswer(f"{path} was not answered") from cause
        try:
            body = response.json()
        except ValueError:
            body = {}
        if response.is_success:
            return body
        code = body.get("error", body.get("code", "unknown"))
        raise SignInError(code, body.get("error_description", body.get("detail", "")))
