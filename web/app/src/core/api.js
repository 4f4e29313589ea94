// REST requests. Live updates come over the WebSocket.

import { boardOf, variantCalled } from "../rules/boards.js";
import { session } from "./session.js";

/** @typedef {import("../rules/boards.js").Board} Board */

/** An error response of the server. */
export class Problem extends Error {
  /** @param {ProblemBody} body @param {number} status */
  constructor(body, status) {
    super(body.detail ?? body.title ?? String(status));
    this.code = body.code ?? "internal";
    this.field = body.field;
    this.rule = body.rule;
    this.section = body.section;
    this.reason = body.reason;
    this.params = body.params;
    this.retryAfter = body.retry_after_ms;
    this.status = status;
  }
}

/**
 * @param {string} method
 * @param {string} path below /api/v1
 * @param {{body?: unknown, text?: string, accept?: string, key?: string}} [options] `key` is an idempotency key
 * @returns {Promise<any>}
 */
export async function ask(method, path, { body, text, accept = "application/json", key } = {}) {
  const answer = await answerTo(method, path, { body, text, accept, key });
  if (answer.status === 204) return null;
  return accept.startsWith("text/") ? answer.text() : answer.json();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: unknown, text?: string, accept: string, key?: string, signal?: AbortSignal}} options
 */
async function answerTo(method, path, { body, text, accept, key, signal }) {
  /** @type {Record<string, string>} */
  const headers = { accept };
  if (session.token) headers.authorization = `Bearer ${session.token}`;
  if (key) headers["idempotency-key"] = key;
  if (body !== undefined) headers["content-type"] = "application/json";
  if (text !== undefined) headers["content-type"] = "text/plain";
  const sent = body === undefined ? text : JSON.stringify(body);
  const answer = await fetch(`/api/v1${path}`, { method, headers, body: sent, signal }).catch(
    () => {
      throw new Problem({ code: "no_network" }, 0);
    },
  );
  if (!answer.ok) {
    const problem = await answer.json().catch(() => ({}));
    throw new Problem(problem, answer.status);
  }
  return answer;
}

/**
 * Yields each line of a streamed response as it arrives.
 * @param {string} path below /api/v1
 * @param {unknown} body
 * @param {AbortSignal} signal cancels the request
 * @param {string} [method]
 * @returns {AsyncGenerator<any, void>}
 */
export async function* lines(path, body, signal, method = "POST") {
  const accept = "application/x-ndjson";
  const answer = await answerTo(method, path, { body, accept, signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader) {
    const { done, value } = await reader.read();
    if (done) return;
    const whole = (rest + value).split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) if (line.trim()) yield JSON.parse(line);
  }
}

/** Time in milliseconds for which the answers in the shell are current. */
const CURRENT_FOR = 5_000;

/** Answers to the first requests of the home page, which the shell contains. @type {Map<string, unknown> | null} */
let answers = null;
let currentUntil = 0;

/** @returns {Map<string, unknown>} */
function shellAnswers() {
  currentUntil = performance.now() + CURRENT_FOR;
  const text = document.getElementById("answers")?.textContent;
  const [visit] = performance.getEntriesByType("navigation");
  // A page of the history may be an old copy.
  const isOld = visit instanceof PerformanceNavigationTiming && visit.type === "back_forward";
  return new Map(text && !isOld ? Object.entries(JSON.parse(text)) : []);
}

/** Forgets the answers in the shell, when its page is left. */
export function dropShellAnswers() {
  currentUntil = 0;
}

/** @param {string} path @returns {Promise<any>} */
export async function get(path) {
  answers ??= shellAnswers();
  if (answers.has(path) && performance.now() < currentUntil) return answers.get(path);
  return ask("GET", path);
}
/** @param {string} path @param {unknown} body @param {{key?: string}} [options] */
export const post = (path, body, options) => ask("POST", path, { body, ...options });

/** The player with a name, also a former one; null if there is none. @param {string} name @returns {Promise<PlayerView | null>} */
export const playerNamed = (name) => get(`/players/${encodeURIComponent(name)}?allow_none=true`);

/** @type {Promise<VariantView[]> | null} */
let variants = null;

/** Every variant, requested once. @returns {Promise<VariantView[]>} */
export function allVariants() {
  variants ??= get("/variants").then(({ items }) => items);
  variants.catch(() => {
    variants = null;
  });
  return variants;
}

/** @type {Map<string, Board>} */
const boards = new Map();

/** The board of a variant, by name, alias or pin. @param {string} name @returns {Promise<Board>} */
export async function boardNamed(name) {
  const offered = variantCalled(await allVariants(), name);
  const isOffered = offered && (!name.includes("@") || offered.pin === name);
  const key = isOffered ? offered.name : name;
  let board = boards.get(key);
  if (!board) {
    // The list contains the offered variants only; a match may use a withdrawn one.
    board = boardOf(isOffered ? offered : await get(`/variants/${encodeURIComponent(name)}`));
    boards.set(key, board);
  }
  return board;
}

/** @param {string} variant @param {string} position @returns {Promise<LegalMoves>} */
export const legalMoves = (variant, position) => post("/rules/moves", { variant, position });

/** @param {string} variant @param {string} position @param {string} move @returns {Promise<Checked>} */
export const check = (variant, position, move) => post("/rules/check", { variant, position, move });
