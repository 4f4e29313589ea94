"""REST requests, which are repeated if the server carries them out once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

import httpx

from .backoff import Backoff
from .connection import LONGEST_WAIT, TokenStore, new_id
from .errors import NoAnswer, NotFound, RateLimited, Refusal, Unavailable, refusal
from .routes import KEYED

_ATTEMPTS = 6
#: The server sends an empty line of a stream at least this often, in seconds.
_SILENCE = 60.0


class Rest:
    """Requests to one server, as one player."""

    def __init__(self, url: str, tokens: TokenStore, backoff: Backoff) -> None:
        self._tokens = tokens
        self._backoff = backoff
        self._http = httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=30)

    async def request(self, method: str, path: str, options: dict[str, Any]) -> Any:
        """Sends a request until it is answered. A refusal is raised.

        A request is repeated only if the server carries it out once, or did not begin it.
        """
        given = dict(options)
        body, key = given.pop("body", None), given.pop("key", None)
        is_keyed = (method, path) in KEYED
        headers = {"Idempotency-Key": key or new_id()} if is_keyed else {}
        is_repeatable = is_keyed or method != "POST"
        for attempt in range(_ATTEMPTS):
            try:
                return _read(await self._send(method, fill(path, given), headers, body))
            except (NoAnswer, Refusal) as error:
                # An earlier attempt deleted it.
                if method == "DELETE" and attempt > 0 and isinstance(error, NotFound):
                    return None
                wait = self._retry_delay(error, is_repeatable, attempt)
                if wait is None or attempt == _ATTEMPTS - 1:
                    raise
                await asyncio.sleep(wait)

    async def lines(self, path: str, query: dict[str, Any]) -> AsyncIterator[str]:
        """The lines of one streamed response."""
        headers = {**self._authorization(), "Accept": "application/x-ndjson"}
        timeout = httpx.Timeout(30, read=_SILENCE)
        url = fill(path, query)
        try:
            async with self._http.stream("GET", url, headers=headers, timeout=timeout) as response:
                if not response.is_success:
                    await response.aread()
                    raise refusal(_problem_of(response))
                async for line in response.aiter_lines():
                    if line.strip():
                        yield line
        except httpx.TransportError as cause:
            raise NoAnswer("the stream broke off") from cause

    async def close(self) -> None:
        await self._http.aclose()

    def _authorization(self) -> dict[str, str]:
        token = self._tokens.token
        return {} if token is None else {"Authorization": f"Bearer {token}"}

    async def _send(
        self, method: str, url: str, headers: dict[str, str], body: Any
    ) -> httpx.Response:
        content = {"content": body} if isinstance(body, str) else {"json": body}
        sent = {} if body is None else content
        headers = {**headers, **self._authorization()}
        try:
            response = await self._http.request(method, url, headers=headers, **sent)
        except httpx.TransportError as cause:
            raise NoAnswer(f"{method} {url} was not answered") from cause
        if not response.is_success:
            raise refusal(_problem_of(response))
        return response

    def _retry_delay(
        self, error: NoAnswer | Refusal, is_repeatable: bool, failures: int
    ) -> float | None:
        """The time until the next attempt, or `None` if there is none."""
        if isinstance(error, NoAnswer):
            return self._backoff.delay(failures) if is_repeatable else None
        if error.code == "rate_limited":
            # A limit without an end, such as a number of seeks, is not a matter of time.
            wait = error.retry_after
            return wait if wait is not None and wait <= LONGEST_WAIT else None
        is_not_begun = error.code == "server_draining"
        if not is_not_begun and not (error.code == "unavailable" and is_repeatable):
            return None
        wait = error.retry_after
        if wait is None:
            wait = self._backoff.delay(failures)
        return wait if wait <= LONGEST_WAIT else None


def is_temporary(error: Exception) -> bool:
    """True if a stream is worth another attempt after the error."""
    return isinstance(error, (NoAnswer, RateLimited, Unavailable))


def fill(path: str, parameters: dict[str, Any]) -> str:
    """The path with its parameters. Those that it does not name are the query."""
    query: dict[str, Any] = {}
    for name, value in parameters.items():
        if value is None:
            continue
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if f"{{{name}}}" in path:
            path = path.replace(f"{{{name}}}", quote(text, safe=""))
        else:
            query[name] = text
    return f"{path}?{httpx.QueryParams(query)}" if query else path


def _read(response: httpx.Response) -> Any:
    """The body of a response: JSON, or a text, or nothing."""
    if response.headers.get("content-type", "").startswith("application/json"):
        return response.json()
    return response.text or None


def _problem_of(response: httpx.Response) -> dict[str, Any]:
    """The problem of a refused request. An intermediary can answer without one."""
    status = response.status_code
    try:
        problem = response.json()
    except ValueError:
        problem = None
    if isinstance(problem, dict) and isinstance(problem.get("code"), str):
        return {**problem, "status": status}
    if isinstance(problem, dict) and isinstance(error := problem.get("error"), str):
        # The form of OAuth (RFC 6749, 5.2).
        detail = problem.get("error_description", error)
        return {**problem, "code": error, "detail": detail, "status": status}
    code = "rate_limited" if status == 429 else "unavailable" if status >= 500 else "unknown"
    return {"code": code, "detail": f"{status} {response.reason_phrase}", "status": status}
