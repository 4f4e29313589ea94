"""Runs the code of the README."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

from bots import BOARDS, BOT, start_python_bot
from server import guest, running_server


async def test_two_bots_of_the_readme_play_a_game_to_its_end(tmp_path: Path) -> None:
    assert len(BOT.splitlines()) < 30
    async with running_server() as url:
        one = await start_python_bot(tmp_path, url)
        two = await start_python_bot(tmp_path, url, await one.line())
        results = [await one.line(), await two.line()]
        assert re.fullmatch(r"(1-0|0-1|1/2-1/2) \(\w+\)", results[0])
        assert results[0] == results[1]
        assert [await one.exit_code(), await two.exit_code()] == [0, 0]


async def test_the_example_of_a_board_runs() -> None:
    async with running_server() as url, guest(url) as client:
        names: dict[str, Any] = {}
        body = textwrap.indent(BOARDS, "    ")
        exec(f"async def run(client):\n{body}    return position\n", names)  # noqa: S102
        position = await names["run"](client)
        assert position.at("E7").kind == "man"
        assert position.at("E6") is None
