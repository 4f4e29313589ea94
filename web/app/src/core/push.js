// The subscription of this browser to pushes.

import { ask } from "./api.js";
import { session } from "./session.js";

const KEY = "chivalry.push";

/** The subscription that the server has of this browser. @returns {{id: string, endpoint: string, player: string} | null} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** True if the browser can receive pushes. */
export const canPush = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** True if this browser receives the pushes of the player. */
export const hasPush = () => kept()?.player === session.player?.id;

/** Subscribes this browser. Returns false if the player does not allow it. */
export async function subscribePush() {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { key } = await ask("GET", "/me/push");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  // A subscription with the key of another server cannot be replaced, only ended.
  const subscription = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  const { id } = await ask("POST", "/me/push", { body: { endpoint, keys } });
  localStorage.setItem(KEY, JSON.stringify({ id, endpoint, player: session.player?.id }));
  return true;
}

/** Ends the subscription of this browser. */
export async function unsubscribePush() {
  const id = kept()?.id;
  localStorage.removeItem(KEY);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  if (id) await ask("DELETE", `/me/push/${id}`).catch(() => {});
}

/** Subscribes again if the browser replaced its subscription, or the player signed in again. */
export async function refreshPush() {
  if (!canPush() || !hasPush() || Notification.permission !== "granted") return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const endpoint = (await pushManager.getSubscription())?.endpoint;
  const { subscriptions } = await ask("GET", "/me/push");
  const isKnown = subscriptions.some((/** @type {PushView} */ { id }) => id === kept()?.id);
  if (!isKnown || endpoint !== kept()?.endpoint) await subscribePush();
}

/** @param {string} text base64url */
function bytes(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
