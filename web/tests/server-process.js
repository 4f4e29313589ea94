// Runs the real server as a process.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** @typedef {{url: string, stop: () => Promise<void>, command: (...args: string[]) => string}} Server */

/**
 * Starts a server with an empty database on a free port.
 * @param {Record<string, string>} [options] further environment variables
 * @returns {Promise<Server>}
 */
export async function startProcess(options = {}) {
  const binary = process.env.CHIVALRY_BINARY ?? join(ROOT, "target/debug/chivalry");
  assert.ok(existsSync(binary), `${binary} is not built: cargo build`);
  const data = mkdtempSync(join(tmpdir(), "chivalry-"));
  const env = {
    ...process.env,
    DATABASE_URL: "",
    NATS_URL: "",
    CHIVALRY_LISTEN: "127.0.0.1:0",
    CHIVALRY_DATA_DIR: data,
    ...options,
  };
  const process_ = spawn(binary, ["serve"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => process_.once("exit", resolve));
  // An aborted test run must not leave a server running.
  process.once("exit", () => process_.kill());
  // The first line of output ends with the address.
  const [line] = await Promise.race([
    once(createInterface(process_.stdout), "line"),
    exited.then(() => assert.fail("the server does not start")),
  ]);
  const url = String(line).split(" ").at(-1) ?? "";
  const stop = async () => {
    process_.kill("SIGTERM");
    await exited;
    rmSync(data, { recursive: true, force: true });
  };
  /** Runs a subcommand of the binary on the server's database and returns its output. @param {string[]} args */
  const command = (...args) => {
    return execFileSync(binary, args, { env, encoding: "utf8" });
  };
  return { url, stop, command };
}
