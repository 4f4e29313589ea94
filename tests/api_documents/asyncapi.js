// Validates an AsyncAPI document: `node asyncapi.js FILE`.

import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";

// The document stays at 3.0, which more tools read.
const ACCEPTED = ["asyncapi-latest-version"];

const text = readFileSync(process.argv[2], "utf8");
const { document, diagnostics } = await new Parser().parse(text);
const faults = diagnostics.filter(({ code }) => !ACCEPTED.includes(String(code)));
for (const { code, path, message } of faults) {
  process.stderr.write(`${path.join(".")}: ${message} (${code})\n`);
}
process.exitCode = document && faults.length === 0 ? 0 : 1;
