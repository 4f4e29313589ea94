// Passkeys: the credentials of authenticators, in the browser and in the account.

import { ask, post } from "../../core/api.js";
import { html, nothing } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { day, t } from "../../core/i18n.js";
import { Section } from "./section.js";
import { clientWords } from "./sign-ins.js";

/** True if the browser offers passkeys at this address, which needs a name. */
export function hasPasskeys() {
  const isNumeric = /^[\d.]+$|^\[/.test(location.hostname);
  return "PublicKeyCredential" in window && window.isSecureContext && !isNumeric;
}

/** @param {string} text in base64url @returns {Uint8Array<ArrayBuffer>} */
function bytes(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Runs a request of the browser for a passkey. Returns null if the player cancelled it.
 * @param {() => Promise<Credential | null>} request
 */
async function unlessCancelled(request) {
  try {
    const credential = await request();
    return credential instanceof PublicKeyCredential ? credential : null;
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === "NotAllowedError";
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
    if (isCancelled) return null;
    throw isKnown ? t("passkeys.known") : error;
  }
}

/** Signs in with a passkey. @returns {Promise<SessionView | null>} null if it was cancelled */
export async function signInByPasskey() {
  /** @type {RequestOptions} */
  const options = await post("/sessions/passkey/options", {});
  const credential = await unlessCancelled(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytes(options.challenge),
        rpId: options.rpId,
        timeout: options.timeout,
        userVerification: "required",
      },
    }),
  );
  if (!(credential?.response instanceof AuthenticatorAssertionResponse)) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  return post("/sessions/passkey", {
    id: credential.id,
    response: {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: userHandle && text(userHandle),
    },
  });
}

/** Makes a passkey. @param {CreationOptions} options @returns {Promise<PasskeyView | null>} */
async function addPasskey(options) {
  const { rp, user, challenge, pubKeyCredParams, timeout, excludeCredentials } = options;
  const credential = await unlessCancelled(() =>
    navigator.credentials.create({
      publicKey: {
        rp,
        user: { ...user, id: bytes(user.id) },
        challenge: bytes(challenge),
        pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: "public-key", alg })),
        timeout,
        excludeCredentials: excludeCredentials.map(({ id }) => ({
          type: "public-key",
          id: bytes(id),
        })),
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
        attestation: "none",
      },
    }),
  );
  if (!(credential?.response instanceof AuthenticatorAttestationResponse)) return null;
  return post("/passkeys", {
    id: credential.id,
    response: {
      clientDataJSON: text(credential.response.clientDataJSON),
      authenticatorData: text(credential.response.getAuthenticatorData()),
    },
  });
}

export class Passkeys extends Section {
  /** @type {PasskeyView[]} */
  #items = [];
  #changed;

  /** @param {() => unknown} changed follows a change */
  constructor(changed) {
    super();
    this.#changed = changed;
  }

  load() {
    return this.run(async () => {
      ({ items: this.#items } = await ask("GET", "/passkeys"));
    });
  }

  /** @param {SubmitEvent} event */
  #add(event) {
    return this.submit(event, async (fields) => {
      const password = fields.get("password");
      const added = await addPasskey(await post("/passkeys/options", { password }));
      if (!added) return;
      this.#items = [added, ...this.#items];
      announce(t("passkeys.added"));
      this.#changed();
    });
  }

  /** @param {PasskeyView} passkey */
  async #remove({ id }) {
    const isDone = await this.run(() => ask("DELETE", `/passkeys/${id}`));
    if (!isDone) return;
    this.#items = this.#items.filter((passkey) => passkey.id !== id);
    announce(t("passkeys.removed"));
    this.#changed();
  }

  /** @param {PasskeyView} passkey */
  #passkey(passkey) {
    const { client, created_at, used_on } = passkey;
    const words = { client: clientWords(client), since: day(created_at) };
    return html`<li>
      <strong>${words.client}</strong>
      <small>${t("passkeys.since", words)}${used_on ? `, ${t("passkeys.used", { day: day(used_on) })}` : nothing}</small>
      <button ?disabled=${this.isBusy} @click=${() => this.#remove(passkey)} aria-label=${t("passkeys.remove_named", words)}>${t("passkeys.remove")}</button>
    </li>`;
  }

  view() {
    if (!hasPasskeys() && this.#items.length === 0) return nothing;
    return html`<section class="card" id="passkeys" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">${t("passkeys.title")}</h2>
      <p>${t("passkeys.what")}</p>
      ${this.troubleView()}
      ${this.#items.length > 0 ? html`<ul class="log bare">${this.#items.map((passkey) => this.#passkey(passkey))}</ul>` : nothing}
      ${hasPasskeys() ? this.#form() : nothing}
    </section>`;
  }

  #form() {
    return html`<details>
      <summary>${t("passkeys.add")}</summary>
      <form @submit=${(/** @type {SubmitEvent} */ e) => this.#add(e)}>
        <label for="passkey-password">${t("account.your_password")}</label>
        <input id="passkey-password" name="password" type="password" maxlength="128" autocomplete="current-password" />
        <button ?disabled=${this.isBusy}>${t("passkeys.add_now")}</button>
      </form>
    </details>`;
  }
}
