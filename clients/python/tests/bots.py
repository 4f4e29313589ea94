"""The bots of the READMEs, as programs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from asyncio import create_subprocess_exec
from asyncio.subprocess import Process
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_TYPESCRIPT = _PACKAGE.parent / "typescript"


def code_of_readme(package: Path, language: str) -> list[str]:
    """The blocks of code of a README."""
    blocks = rf"^```{language}\n(.*?)^```$"
    return re.findall(blocks, (package / "README.md").read_text(), re.DOTALL | re.MULTILINE)


BOT, _, BOARDS = code_of_readme(_PACKAGE, "python")


class Bot:
    """A running bot."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def line(self) -> str:
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode().strip()

    async def exit_code(self) -> int:
        return await self._process.wait()


async def start_python_bot(folder: Path, *arguments: str) -> Bot:
    (folder / "bot.py").write_text(BOT)
    environment = {**os.environ, "PYTHONPATH": str(_PACKAGE / "src")}
    return Bot(
        await create_subprocess_exec(
            sys.executable,
            "bot.py",
            *arguments,
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
        )
    )


async def start_typescript_bot(folder: Path, *arguments: str) -> Bot:
    """Starts the bot of the other library, which must be built."""
    modules = folder / "node_modules"
    modules.mkdir(exist_ok=True)
    if not (modules / "chivalry-client").exists():
        (modules / "chivalry-client").symlink_to(_TYPESCRIPT)
    (folder / "bot.mjs").write_text(code_of_readme(_TYPESCRIPT, "js")[0])
    # Node 20 has a global WebSocket only with this flag.
    command = ["node", "--experimental-websocket", "bot.mjs", *arguments]
    return Bot(await create_subprocess_exec(*command, cwd=folder, stdout=subprocess.PIPE))
