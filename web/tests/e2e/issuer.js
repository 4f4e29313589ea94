// An OpenID Connect provider, whose user consents at once.

import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { after } from "node:test";

const CLIENT = "chivalry";

/** @param {unknown} value */
const encoded = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Starts a provider, and stops it after the tests of the file. */
export async function startIssuer() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  /** The parameters of each code. @type {Map<string, URLSearchParams>} */
  const codes = new Map();
  const issuer = {
    url: "",
    /** The account that signs in. */
    subject: "",
    /** The environment of a server whose players sign in here. @type {Record<string, string>} */
    options: {},
  };

  /** @param {string} form */
  function idToken(form) {
    const fields = new URLSearchParams(form);
    const code = fields.get("code") ?? "";
    const params = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256").update(fields.get("code_verifier") ?? "");
    assert.equal(challenge.digest("base64url"), params?.get("code_challenge"));
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      ...{ iss: issuer.url, sub: issuer.subject, aud: CLIENT, iat: now, exp: now + 300 },
      ...{ nonce: params?.get("nonce"), preferred_username: issuer.subject },
    };
    const signed = `${encoded({ alg: "ES256", kid: "one" })}.${encoded(claims)}`;
    const key = /** @type {const} */ ({ key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
  }

  const server = createServer(async (request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer.url);
    let form = "";
    for await (const piece of request) form += piece;
    if (pathname === "/authorize") {
      const code = `code-${codes.size}`;
      codes.set(code, searchParams);
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", searchParams.get("state") ?? "");
      answer.writeHead(302, { location: back.href }).end();
      return;
    }
    /** @type {Record<string, () => unknown>} */
    const answers = {
      "/.well-known/openid-configuration": () => ({
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/keys`,
      }),
      "/keys": () => ({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one" }] }),
      "/token": () => ({ access_token: "none", token_type: "Bearer", id_token: idToken(form) }),
    };
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify(answers[pathname]()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address && typeof address === "object");
  issuer.url = `http://127.0.0.1:${address.port}`;
  issuer.options = {
    CHIVALRY_OIDC_ISSUER: issuer.url,
    CHIVALRY_OIDC_CLIENT_ID: CLIENT,
    CHIVALRY_OIDC_NAME: "Camelot ID",
  };
  after(() => server.close());
  return issuer;
}
