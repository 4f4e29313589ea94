#!/usr/bin/env python3
"""The server held to its own OpenAPI document, by schemathesis and every check that it has.

    python3 -m venv target/schemathesis
    target/schemathesis/bin/pip install -r tests/api_documents/requirements.txt
    cargo build
    python3 tests/schemathesis.py --max-examples 100 --seed 7

What is left out, and why, is in schemathesis.toml beside this file. A server of
its own, with nothing else in it, is started for each run. Options are those of
`schemathesis run`.
"""

import json
import os
import pathlib
import string
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
SERVER = ROOT / "target/debug/chivalry"
SCHEMATHESIS = ROOT / "target/schemathesis/bin/schemathesis"

# A server alone, in the folder made for it: what names others is not for it.
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in ("DATABASE_URL", "NATS_URL") and not name.startswith("CHIVALRY_")
}

# What ends the token with which everything else is asked: with tokens of their own.
LAST = ["DELETE /api/v1/sessions", "DELETE /api/v1/sessions/current", "DELETE /api/v1/me"]

NO_LIMITS = {
    "--commands-per-second": 1_000_000,
    "--connections-per-address": 0,
    "--guests-per-hour": 0,
    "--guests-per-second": 0,
    "--accounts-per-hour": 0,
    "--sign-ins-per-hour": 0,
    "--open-matches": 1_000_000,
    "--imported-per-day": 1_000_000,
}


def ask(url, path, body, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url + "/api/v1" + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def prepared(url, data):
    """A moderator's token, and the ids of what there is."""
    accounts = [
        ask(url, "/accounts", {"name": name, "password": "excalibur"})
        for name in ("Lancelot", "Galahad")
    ]
    token = accounts[0]["token"]
    subprocess.run(
        [SERVER, "moderator", "--data-dir", data, "add", "Lancelot"],
        check=True,
        stdout=subprocess.DEVNULL,
        env=ENVIRONMENT,
    )
    wish = {"variant": "camette", "time": {"kind": "correspondence", "days": 3}}
    ids = {}
    for name, seats in (
        ("MATCH_OPEN", {"W": "me"}),
        ("MATCH_PLAYED", {"W": "me", "B": "computer:1"}),
        ("MATCH_OVER", {"W": "me", "B": "computer:2"}),
    ):
        ids[name] = ask(url, "/matches", wish | {"seats": seats}, token)["match"]
    for name, moves in (("MATCH_PLAYED", ["C2-B2"]), ("MATCH_OVER", ["C2-B2"])):
        for ply, move in enumerate(moves, 1):
            ask(url, f"/matches/{ids[name]}/moves", {"ply": ply, "move": move}, token)
    ask(url, f"/matches/{ids['MATCH_OVER']}/resign", {}, token)
    stage = {"name": "all", "format": {"kind": "swiss", "rounds": 3}}
    plan = {"name": "Evening", "variant": "camette", "time": wish["time"], "stages": [stage]}
    ids["TOURNAMENT"] = ask(url, "/tournaments", {"plan": plan}, token)["tournament"]
    return token, ids


def run(url, folder, ids, token, options):
    # Its settings name what was made.
    text = ROOT.joinpath("tests/schemathesis.toml").read_text(encoding="utf-8")
    settings = pathlib.Path(folder, "schemathesis.toml")
    settings.write_text(string.Template(text).substitute(ids), encoding="utf-8")
    document = url + "/api/v1/openapi.json"
    command = [SCHEMATHESIS, "--config-file", settings, "run", document]
    command += ["-H", f"Authorization: Bearer {token}", "--checks", "all", *options]
    return subprocess.run(command, cwd=folder).returncode


def main():
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "data")
        command = [SERVER, "serve", "--listen", "127.0.0.1:0", "--data-dir", data, "--log", "warn"]
        for name, value in NO_LIMITS.items():
            command += [name, str(value)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
        try:
            url = server.stdout.readline().split()[-1]
            token, ids = prepared(url, data)
            others = [option for name in LAST for option in ("--exclude-name", name)]
            failed = run(url, folder, ids, token, others + sys.argv[1:])
            for name in LAST:
                token = ask(url, "/guests", {})["token"]
                options = ["--include-name", name, *sys.argv[1:]]
                failed = run(url, folder, ids, token, options) or failed
        finally:
            server.terminate()
            server.wait()
    return failed


if __name__ == "__main__":
    sys.exit(main())
