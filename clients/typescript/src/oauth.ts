import { pause } from "./backoff.js";
import { ChivalryError, NoAnswer } from "./errors.js";

/** A sign-in that waits for the browser to come back. It can be stored as JSON. */
export interface PendingSignIn {
  /** The address of the consent page, to which the browser is sent. */
  url: string;
  state: string;
  verifier: string;
  redirectUri: string;
  issuer: string;
}

/** A device whose sign-in waits for the player. */
export interface PendingDevice {
  /** The code that the player enters at `verificationUri`. */
  userCode: string;
  verificationUri: string;
  /** The same address with the code. */
  verificationUriComplete: string;
  deviceCode: string;
  intervalMs: number;
}

/** The tokens of a player for this program. */
export interface AppTokens {
  /** The token for `new Client(url, { token })`. */
  accessToken: string;
  /** The token that replaces both tokens, once. */
  refreshToken: string;
  scopes: string[];
  expiresAt: Date;
}

/** A sign-in was refused. `code` is a word of RFC 6749 or RFC 8628, such as `access_denied`. */
export class SignInError extends ChivalryError {
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(`${code}: ${detail}`);
  }
}

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const SLOW_DOWN_MS = 5000;

/** Sign-in of players from a program of others, by OAuth 2.0 without a secret. */
export class OAuth {
  readonly #url: string;

  constructor(
    url: string,
    /** The name of the program, which the player sees. */
    readonly clientId: string,
  ) {
    this.#url = url.replace(/\/+$/, "");
  }

  /** Begins a sign-in by a browser, with PKCE. */
  async begin(redirectUri: string, scopes: readonly string[]): Promise<PendingSignIn> {
    const metadata = await this.#json("/.well-known/oauth-authorization-server");
    const [state, verifier] = [randomText(), randomText()];
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    const url = new URL(metadata.authorization_endpoint);
    url.search = String(
      new URLSearchParams({
        response_type: "code",
        client_id: this.clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(" "),
        state,
        code_challenge: base64Url(new Uint8Array(digest)),
        code_challenge_method: "S256",
      }),
    );
    return { url: String(url), state, verifier, redirectUri, issuer: metadata.issuer };
  }

  /** Ends a sign-in with the address at which the browser came back. */
  async finish(pending: PendingSignIn, returned: string | URL): Promise<AppTokens> {
    const answer = new URL(returned).searchParams;
    const [state, issuer, error] = ["state", "iss", "error"].map((name) => answer.get(name));
    if (state !== pending.state || issuer !== pending.issuer) {
      throw new SignInError("invalid_request", "the answer belongs to another sign-in");
    }
    if (error) throw new SignInError(error, answer.get("error_description") ?? "");
    return this.#tokens({
      grant_type: "authorization_code",
      code: answer.get("code") ?? "",
      redirect_uri: pending.redirectUri,
      code_verifier: pending.verifier,
    });
  }

  /** Replaces both tokens. A refresh token works once, so it is never sent again. */
  refresh(refreshToken: string): Promise<AppTokens> {
    return this.#tokens({ grant_type: "refresh_token", refresh_token: refreshToken });
  }

  /** Ends the sign-in of an access token or a refresh token. */
  async revoke(token: string): Promise<void> {
    await this.#post("revoke", { token });
  }

  /** Begins the sign-in of a device without a browser. */
  async beginDevice(scopes: readonly string[]): Promise<PendingDevice> {
    const device = await this.#post("device", { scope: scopes.join(" ") });
    return {
      userCode: device.user_code,
      verificationUri: device.verification_uri,
      verificationUriComplete: device.verification_uri_complete,
      deviceCode: device.device_code,
      intervalMs: device.interval * 1000,
    };
  }

  /** Waits until the player has decided about a device. */
  async finishDevice(device: PendingDevice, signal?: AbortSignal): Promise<AppTokens> {
    let interval = device.intervalMs;
    for (;;) {
      await pause(interval, signal);
      signal?.throwIfAborted();
      try {
        return await this.#tokens({ grant_type: DEVICE_GRANT, device_code: device.deviceCode });
      } catch (error) {
        if (!(error instanceof SignInError)) throw error;
        if (error.code === "slow_down") interval += SLOW_DOWN_MS;
        else if (error.code !== "authorization_pending") throw error;
      }
    }
  }

  async #tokens(fields: Record<string, string>): Promise<AppTokens> {
    const issued = await this.#post("token", fields);
    return {
      accessToken: issued.access_token,
      refreshToken: issued.refresh_token,
      scopes: issued.scope.split(" ").filter((scope: string) => scope !== ""),
      expiresAt: new Date(Date.now() + issued.expires_in * 1000),
    };
  }

  #post(route: string, fields: Record<string, string>) {
    const body = new URLSearchParams({ client_id: this.clientId, ...fields });
    return this.#json(`/api/v1/oauth/${route}`, { method: "POST", body });
  }

  async #json(path: string, init?: RequestInit) {
    const request = new Request(`${this.#url}${path}`, init);
    let response: Response;
    try {
      response = await fetch(request);
    } catch (cause) {
      throw new NoAnswer(`${path} was not answered`, { cause });
    }
    const body = await response.json().catch(() => ({}));
    if (response.ok) return body;
    const { error, error_description, code, detail } = body;
    throw new SignInError(error ?? code ?? "unknown", error_description ?? detail ?? "");
  }
}

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
