// The service worker: opens the page without a network, from copies of its files, and shows pushes.
// Data comes from the network, except for the list of variants, without which no board can be drawn.
// The server puts `PAGE` before this script: the folder of the files, and their names in it, with
// those of the translations apart.

/** @type {{folder: string, files: string[], languages: string[]}} */
const { folder, files, languages } = /** @type {any} */ (self).PAGE;
const worker = /** @type {any} */ (self);

/** The copies of one version of the page. The folder is named by the hash of all files. */
const COPIES = `page ${folder}`;

/** Answers and shared records, which outlive a version. */
const ANSWERS = "answers";
const SHARED = "/study/shared-record";

/** The address whose shell stands for every page. */
const SHELL = "/rules";

async function install() {
  const names = [...files, ...(await translations())];
  const copies = await caches.open(COPIES);
  await copies.addAll([SHELL, ...names.map((name) => `${folder}/${name}`)]);
  await worker.skipWaiting();
}

/** The translations to the browser's languages, and those of which an earlier version has copies. */
async function translations() {
  const tags = navigator.languages.flatMap((tag) => [tag, tag.split("-")[0]]);
  /** @type {string[]} */
  const kept = [];
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    kept.push(...requests.map(({ url }) => url));
  }
  return languages.filter(
    (name) =>
      tags.some((tag) => new RegExp(`^bundle/${tag}(-tournaments|-letter)?\\.js$`).test(name)) ||
      kept.some((url) => url.endsWith(`/${name}`)),
  );
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name !== COPIES && name !== ANSWERS);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A file of the page. A translation that the player selects is kept. @param {Request} request */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && languages.some((name) => request.url.endsWith(`${folder}/${name}`))) {
    await (await caches.open(COPIES)).put(request.url, answer.clone());
  }
  return answer;
}

/** A page, or without a network the marked shell, whose router reads the address. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await caches.match(SHELL);
    if (!shell) throw error;
    const marked = (await shell.text()).replace("<html ", "<html data-copy ");
    return new Response(marked, { headers: shell.headers });
  }
}

/** The list of variants, which is kept for a visit without a network. @param {Request} request */
async function variants(request) {
  const answers = await caches.open(ANSWERS);
  try {
    const answer = await fetch(request);
    if (answer.ok) await answers.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const kept = await answers.match(request.url);
    if (!kept) throw error;
    return kept;
  }
}

/** Keeps a record that another program shares, and opens the study, which reads it. @param {Request} request */
async function share(request) {
  const form = await request.formData();
  const shared = form.get("file") ?? form.get("text") ?? "";
  const text = typeof shared === "string" ? shared : await shared.text();
  const answers = await caches.open(ANSWERS);
  await answers.put(SHARED, new Response(text));
  return Response.redirect("/study?shared", 303);
}

/** @returns {Promise<any[]>} the windows of this site */
const windows = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

/**
 * Shows a push, unless a visible window already shows its page.
 * @param {{id: string, title: string, body: string, path: string, tag: string, turns: number}} push
 */
async function show({ id, title, body, path, tag, turns }) {
  // Browsers without a badge show the notification only.
  await /** @type {any} */ (navigator).setAppBadge?.(turns)?.catch(() => {});
  const isShown = (await windows()).some(
    (window) => window.visibilityState === "visible" && new URL(window.url).pathname === path,
  );
  if (isShown) return;
  // A repeated message has the same tag, and replaces the first.
  await worker.registration.showNotification(title, {
    body,
    tag,
    data: { id, path },
    icon: `${folder}/icons/icon-192.png`,
    lang: "",
  });
}

/** Opens the page of a push, in an open window if there is one. @param {string} path */
async function openPage(path) {
  const open = await windows();
  const same = open.find((window) => new URL(window.url).pathname === path);
  if (same) return same.focus();
  for (const window of open) {
    try {
      const there = await window.navigate(path);
      return await (there ?? window).focus();
    } catch {
      // This worker does not control the window.
    }
  }
  return worker.clients.openWindow(path);
}

worker.addEventListener("push", (/** @type {any} */ event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? "/"));
});
worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && pathname === "/study/share") {
    event.respondWith(share(request));
  } else if (request.method !== "GET") {
    return;
  } else if (pathname.startsWith(`${folder}/`)) {
    event.respondWith(file(request));
  } else if (request.mode === "navigate" && !pathname.startsWith("/api/")) {
    event.respondWith(page(request));
  } else if (pathname.startsWith("/api/v1/variants")) {
    event.respondWith(variants(request));
  }
});
