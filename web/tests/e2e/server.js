// Starts the real server for tests and scripts.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** @typedef {{url: string, stop: () => Promise<void>, command: (...args: string[]) => void}} Server */

/** Starts a server with an empty database on a free port. @returns {Promise<Server>} */
export async function startServer() {
  const binary = process.env.CHIVALRY_BINARY ?? join(ROOT, "target/debug/chivalry");
  assert.ok(existsSync(binary), `${binary} is not built: cargo build`);
  const data = mkdtempSync(join(tmpdir(), "chivalry-page-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DATABASE_URL: "",
    NATS_URL: "",
    CHIVALRY_LISTEN: `127.0.0.1:${port}`,
    CHIVALRY_DATA_DIR: data,
  };
  const process_ = spawn(binary, ["serve"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = new Promise((resolve) => process_.once("exit", resolve));
  // An aborted test run must not leave a server running.
  process.once("exit", () => process_.kill());
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) break;
    assert.equal(process_.exitCode, null, "the server does not start");
    await setTimeout(25);
  }
  const stop = async () => {
    process_.kill("SIGTERM");
    await exited;
    rmSync(data, { recursive: true, force: true });
  };
  /** Runs a subcommand of the binary on the server's database. @param {string[]} args */
  const command = (...args) => {
    execFileSync(binary, args, { env });
  };
  return { url, stop, command };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
