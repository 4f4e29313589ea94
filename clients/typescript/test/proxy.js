// A TCP proxy that cuts connections, each time at another point of the conversation.

import { once } from "node:events";
import { connect, createServer } from "node:net";
import { randomOf } from "./helpers.js";

/** The part of the pieces of data at which the proxy cuts. */
const CUT_SHARE = 0.12;

/** @param {string} url the server's address @param {number} cuts the number of cuts */
export async function startProxy(url, cuts) {
  const { hostname, port } = new URL(url);
  const random = randomOf(1);
  const proxy = { url: "", cuts: 0, close: () => {} };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const sockets = [client, upstream];
    for (const [from, to] of [sockets, [upstream, client]]) {
      from?.on("error", () => {});
      from?.on("close", () => to?.destroy());
      from?.on("data", (data) => {
        if (proxy.cuts === cuts || random() >= CUT_SHARE) {
          to?.write(data);
          return;
        }
        proxy.cuts += 1;
        // Half of the time the data arrive, and the answer is lost.
        if (random() < 0.5) to?.end(data);
        else to?.destroy();
        from.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the proxy has no port");
  proxy.url = `http://127.0.0.1:${address.port}`;
  proxy.close = () => server.close();
  return proxy;
}
