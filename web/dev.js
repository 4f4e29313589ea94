// Development server: serves the sources of the page without caching or bundling, with catalogues
// that are compiled when they are loaded, and forwards everything else to a server. `node dev.js [port] [address of the server]`
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { makeLocales } from "./locales.js";

const folder = join(fileURLToPath(new URL(".", import.meta.url)), "app");
const port = Number(process.argv[2] ?? 8081);
const server = new URL(process.argv[3] ?? "http://127.0.0.1:8080");

/** @type {Record<string, string>} */
const TYPES = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** @param {import("node:http").IncomingMessage} asked */
function passed({ method, url, headers }) {
  return request({ host: server.hostname, port: server.port, path: url, method, headers });
}

const dev = createServer((asked, answer) => {
  const { pathname } = new URL(asked.url ?? "/", "http://page");
  const file = join(folder, normalize(pathname.replace("/dev/", "/")));
  if (pathname.startsWith("/dev/src/locales/")) makeLocales();
  if (pathname.startsWith("/dev/") && file.startsWith(folder) && existsSync(file)) {
    answer.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "text/plain",
      "cache-control": "no-store",
    });
    createReadStream(file).pipe(answer);
    return;
  }
  if (!pathname.startsWith("/api/")) {
    answer.writeHead(200, { "content-type": "text/html" });
    const shell = readFileSync(join(folder, "index.html"), "utf8");
    answer.end(
      shell
        .replaceAll("{folder}", "/dev")
        .replaceAll("{title}", "Chivalry")
        .replaceAll(/\{(about|image|image_alt|links)\}/g, "")
        .replaceAll("{public_url}", ""),
    );
    return;
  }
  const further = passed(asked);
  further.on("response", (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  further.on("error", () => answer.writeHead(502).end());
  asked.pipe(further);
});

dev.on("upgrade", (asked, socket) => {
  const further = passed(asked);
  further.on("upgrade", (answered, other, first) => {
    const lines = Object.entries(answered.headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
    // The first frames may arrive together with the upgrade response.
    socket.write(first);
    other.pipe(socket).pipe(other);
    other.on("error", () => socket.destroy());
    socket.on("error", () => other.destroy());
  });
  further.on("error", () => socket.destroy());
  further.end();
});

dev.listen(port, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${port}\n`));
