// The copy of the page for visits without a network.

/** The policy of the page names the one script that may be registered. */
const POLICY = "worker";
const ADDRESS = "/worker.js";

/** Keeps a copy of the page in the browser, by the service worker. */
export async function keepCopy() {
  if (!("serviceWorker" in navigator)) return;
  const { trustedTypes } = /** @type {any} */ (window);
  const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: () => ADDRESS });
  const address = policy?.createScriptURL(ADDRESS) ?? ADDRESS;
  // Without a copy, the page needs the network.
  await navigator.serviceWorker.register(address).catch(() => {});
}

/** The record that another program shared with the page; null without one. @returns {Promise<string | null>} */
export async function takeShared() {
  const address = "/study/shared-record";
  const answers = await caches.open("answers");
  const answer = await answers.match(address);
  await answers.delete(address);
  return answer ? answer.text() : null;
}
