#!/usr/bin/env python3
"""The OpenAPI and AsyncAPI documents, read by public validators and generators.

    python3 -m venv target/schemathesis
    target/schemathesis/bin/pip install -r tests/api_documents/requirements.txt
    (cd tests/api_documents && npm ci)
    cargo build
    python3 tests/api_documents/check.py

A server is started, and both documents are fetched from it. Each tool must accept its document
without an error or a warning.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SERVER = ROOT / "target/debug/chivalry"
PYTHON_TOOLS = ROOT / "target/schemathesis/bin"
NODE_TOOLS = HERE / "node_modules/.bin"

# What names other services is not for this server.
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in ("DATABASE_URL", "NATS_URL") and not name.startswith("CHIVALRY_")
}


def run(name, command, folder, accepts=lambda output: True):
    """Runs a tool and reports its output if it fails or warns."""
    path = f"{PYTHON_TOOLS}{os.pathsep}{ENVIRONMENT.get('PATH', '')}"
    # The linter reports its use to its vendor, and looks for newer versions.
    quiet = {"PATH": path, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=ENVIRONMENT | quiet,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    is_accepted = done.returncode == 0 and accepts(done.stdout)
    print(f"{name}: {'accepted' if is_accepted else 'refused'}", flush=True)
    if not is_accepted:
        print(done.stdout[-10_000:], flush=True)
    return is_accepted


def fetch(url, folder):
    for name in ("openapi.json", "asyncapi.json"):
        with urllib.request.urlopen(f"{url}/api/v1/{name}", timeout=30) as answer:
            document = json.load(answer)
        # Tools show the lines of a fault.
        pathlib.Path(folder, name).write_text(json.dumps(document, indent=1), encoding="utf-8")


def check(folder):
    python_client = [PYTHON_TOOLS / "openapi-python-client", "generate", "--path", "openapi.json"]
    # A list, so that every tool runs.
    return all(
        [
            run(
                "openapi-spec-validator",
                [PYTHON_TOOLS / "openapi-spec-validator", "openapi.json"],
                folder,
            ),
            run(
                "redocly",
                [NODE_TOOLS / "redocly", "lint", "--config", HERE / "redocly.yaml", "openapi.json"],
                folder,
                lambda output: "You have " not in output,  # followed by a number of warnings
            ),
            run(
                "openapi-typescript",
                [NODE_TOOLS / "openapi-typescript", "openapi.json", "--output", "openapi.ts"],
                folder,
                lambda output: "warn" not in output.lower(),
            ),
            run(
                "tsc",
                [NODE_TOOLS / "tsc", "--noEmit", "--strict", "openapi.ts"],
                folder,
            ),
            run(
                "openapi-python-client",
                [*python_client, "--output-path", "client", "--fail-on-warning"],
                folder,
            ),
            run("asyncapi", ["node", HERE / "asyncapi.js", "asyncapi.json"], folder),
        ]
    )


def main():
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "data")
        command = [SERVER, "serve", "--listen", "127.0.0.1:0", "--data-dir", data, "--log", "warn"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
        try:
            fetch(server.stdout.readline().split()[-1], folder)
        finally:
            server.terminate()
            server.wait()
        return 0 if check(folder) else 1


if __name__ == "__main__":
    sys.exit(main())
