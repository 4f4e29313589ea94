"""Patterns of transcripts: JSON in which `$name` binds a value and `...` matches the rest.

The format is described in `docs/transcripts/README.md`.
"""

from __future__ import annotations

import json
import re
from typing import Any

_REST = "..."
_STRING_OR_REST = re.compile(r'"(?:[^"\\]|\\.)*"|\.\.\.|[{}\[\]]')


def parse_pattern(text: str) -> Any:
    """Parses JSON that may contain a bare `...`."""
    open_: list[str] = []

    def quoted(found: re.Match[str]) -> str:
        token = found[0]
        if token in "{[":
            open_.append(token)
        elif token in "}]":
            open_.pop()
        elif token == _REST:
            return '"...":null' if open_ and open_[-1] == "{" else '"..."'
        return token

    return json.loads(_STRING_OR_REST.sub(quoted, text))


class Bindings:
    """The values of the names of a transcript."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def fill(self, value: Any) -> Any:
        """Replaces the names in `value` by their values."""
        if isinstance(value, str):
            if whole := re.fullmatch(r"\$(\w+)", value):
                return self.values[whole[1]]
            return re.sub(r"\$(\w+)", lambda name: str(self.values[name[1]]), value)
        if isinstance(value, list):
            return [self.fill(item) for item in value]
        if isinstance(value, dict):
            return {key: self.fill(item) for key, item in value.items()}
        return value

    def match(self, pattern: Any, actual: Any) -> None:
        """Fails unless `actual` matches, and binds new names."""
        if pattern == _REST:
            return
        if isinstance(pattern, str):
            self._match_text(pattern, actual)
        elif isinstance(pattern, list) and isinstance(actual, list):
            items = pattern[:-1] if pattern[-1:] == [_REST] else pattern
            assert len(actual) == len(items) or (items is not pattern and len(actual) > len(items))
            for item, each in zip(items, actual, strict=False):
                self.match(item, each)
        elif isinstance(pattern, dict) and isinstance(actual, dict):
            names = pattern.keys() - {_REST}
            assert names <= actual.keys()
            assert _REST in pattern or names == actual.keys()
            # Names are bound in the order of the text.
            for name in pattern:
                if name != _REST:
                    self.match(pattern[name], actual[name])
        else:
            assert actual == pattern

    def _match_text(self, pattern: str, actual: Any) -> None:
        if whole := re.fullmatch(r"\$(\w+)", pattern):
            assert self.values.setdefault(whole[1], actual) == actual
            return
        fresh: list[str] = []

        def source(piece: str) -> str:
            if piece == _REST:
                return ".*?"
            if not piece.startswith("$"):
                return re.escape(piece)
            if piece[1:] in self.values:
                return re.escape(str(self.values[piece[1:]]))
            fresh.append(piece[1:])
            return "(.*?)"

        parts = [source(piece) for piece in re.split(r"(\.\.\.|\$\w+)", pattern)]
        found = re.fullmatch("".join(parts), actual, re.DOTALL)
        assert found is not None, f"{pattern!r} is {actual!r}"
        self.values.update(zip(fresh, found.groups(), strict=True))
