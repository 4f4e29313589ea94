"""A game between the bots of both libraries, on each database."""

from __future__ import annotations

import os
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

from bots import start_python_bot, start_typescript_bot
from server import guest, running_server

_POSTGRES = os.environ.get("DATABASE_URL", "")


def run_sql(statement: str) -> None:
    subprocess.run(["psql", "-XAtqw", _POSTGRES, "-c", statement], check=True)


@contextmanager
def empty_database(kind: str) -> Iterator[str]:
    """The address of an empty database: the default of the server, or one of Postgres."""
    if kind == "sqlite":
        yield ""
        return
    if not _POSTGRES:
        assert "CHIVALRY_REQUIRE_POSTGRES" not in os.environ, "no Postgres at DATABASE_URL"
        pytest.skip("no Postgres at DATABASE_URL")
    name = f"chivalry_clients_{uuid.uuid4().hex}"
    run_sql(f"create database {name}")
    try:
        yield urlunsplit(urlsplit(_POSTGRES)._replace(path=f"/{name}"))
    finally:
        run_sql(f"drop database {name} with (force)")


@pytest.mark.parametrize(("first", "kind"), [("typescript", "sqlite"), ("python", "postgres")])
async def test_bots_of_both_libraries_play_a_game_to_its_end(
    first: str, kind: str, tmp_path: Path
) -> None:
    starts = [start_typescript_bot, start_python_bot]
    if first == "python":
        starts.reverse()
    with empty_database(kind) as database:
        async with running_server(DATABASE_URL=database) as url, guest(url) as client:
            one = await starts[0](tmp_path, url)
            link = await one.line()
            two = await starts[1](tmp_path, url, link)
            results = [await one.line(), await two.line()]
            assert [await one.exit_code(), await two.exit_code()] == [0, 0]
            id = urlsplit(link).path.rsplit("/", 1)[-1]
            match = await client.request("GET", "/matches/{id}", id=id)
            assert match["status"] == "ended"
            expected = f"{match.get('result')} ({match.get('termination')})"
            assert results == [expected, expected]
