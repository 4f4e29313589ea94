// The schemas that both client libraries are generated from: the published OpenAPI document with
// the frames and events of the AsyncAPI document as further schemas. `node published-schema.js` prints it.

import { fileURLToPath } from "node:url";
import { startProcess } from "../../web/tests/server-process.js";
import { asWritten, wrapMessages } from "../../web/types/schemas.js";

const BASE = "/api/v1";
const FORM = "application/x-www-form-urlencoded";

/** @returns {Promise<any>} */
export async function publishedSchema() {
  const server = await startProcess();
  try {
    const [openapi, asyncapi] = await Promise.all(
      ["openapi.json", "asyncapi.json"].map(async (name) =>
        (await fetch(`${server.url}/api/v1/${name}`)).json(),
      ),
    );
    const { components } = wrapMessages(asyncapi);
    const schemas = { ...openapi.components.schemas, ...components.schemas };
    return asWritten({ ...openapi, paths: routesOf(openapi), components: { schemas } });
  } finally {
    await server.stop();
  }
}

/** The routes of the API by their paths below `/api/v1`, with the answers of success only. @param {any} openapi */
function routesOf({ paths }) {
  /** @type {Record<string, any>} */
  const routes = {};
  for (const [path, operations] of Object.entries(paths)) {
    if (!path.startsWith(BASE)) continue;
    for (const [method, operation] of Object.entries(operations)) {
      // Forms belong to the sign-in of other programs, which the libraries implement themselves.
      if (operation.requestBody?.content[FORM]) {
        delete operations[method];
        continue;
      }
      const answers = Object.entries(operation.responses);
      operation.responses = Object.fromEntries(
        answers.filter(([status]) => /^2\d\d$/.test(status)),
      );
    }
    routes[path.slice(BASE.length)] = operations;
  }
  return routes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(JSON.stringify(await publishedSchema()));
}
