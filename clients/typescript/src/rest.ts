import { Backoff, type BackoffOptions, pause } from "./backoff.js";
import { newId, type TokenStore } from "./connection.js";
import { NoAnswer, NotFound, type Problem, type Refusal, refusal } from "./errors.js";
import { type paths, takesKey } from "./schema.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The routes with a method. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P][Lowercase<M>] extends { responses: unknown } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends Path<M>> = paths[P][Lowercase<M>];

type PathOption<O> = O extends { parameters: { path: infer T } } ? { path: T } : { path?: never };
type QueryOption<O> = O extends { parameters: { query: infer T } }
  ? { query: T }
  : O extends { parameters: { query?: infer T } }
    ? { query?: NonNullable<T> }
    : { query?: never };
type Body<T> = T extends { content: { "application/json": infer B } }
  ? B
  : T extends { content: { "text/plain": infer B } }
    ? B
    : never;
type BodyOption<O> = O extends { requestBody: infer T }
  ? { body: Body<T> }
  : O extends { requestBody?: infer T }
    ? { body?: Body<NonNullable<T>> }
    : { body?: never };

/** Distributes over the operations, because the compiler otherwise combines the parts of all. */
type OperationOptions<O> = O extends unknown
  ? PathOption<O> & QueryOption<O> & BodyOption<O>
  : never;

/** The parameters and the body of a request. */
export type RequestOptions<M extends Method, P extends Path<M>> = OperationOptions<
  Operation<M, P>
> & {
  /** The `Idempotency-Key`. A random one is the default. */
  key?: string;
  signal?: AbortSignal;
};

type Content<T> = T extends { content: { "application/json": infer J } }
  ? J
  : T extends { content: { "text/plain": infer S } }
    ? S
    : undefined;

/** The body of the answer: JSON, or a text, or nothing. */
export type ResponseBody<M extends Method, P extends Path<M>> =
  Operation<M, P> extends { responses: infer R } ? Content<R[keyof R]> : never;

/** The routes that answer with a list, page by page. */
export type ListPath = {
  [P in Path<"GET">]: ResponseBody<"GET", P> extends { items: unknown[] } ? P : never;
}[Path<"GET">];

export type Item<P extends ListPath> =
  ResponseBody<"GET", P> extends { items: (infer T)[] } ? T : never;

/** The parameters may be omitted if none of them is required. */
export type Arguments<T> = object extends T ? [options?: T] : [options: T];

/** The parameters of any request. */
export interface AnyOptions {
  path?: object;
  query?: object;
  body?: unknown;
  key?: string;
  signal?: AbortSignal;
}

const ATTEMPTS = 6;
const TIMEOUT_MS = 30_000;
/** A refusal with a longer wait is left to the caller. */
const LONGEST_WAIT_MS = 10_000;

/** Requests to one server, as one player. */
export class Rest {
  readonly #url: string;
  readonly #tokens: TokenStore;
  readonly #backoff: BackoffOptions | undefined;

  constructor(url: string, tokens: TokenStore, backoff?: BackoffOptions) {
    this.#url = url;
    this.#tokens = tokens;
    this.#backoff = backoff;
  }

  /**
   * Sends a request until it is answered. A request is repeated only if the server carries it out
   * once, or did not begin it. A refusal is thrown.
   */
  async request(method: Method, path: string, options: AnyOptions = {}): Promise<unknown> {
    const backoff = new Backoff(this.#backoff);
    const headers: Record<string, string> = {};
    const isKeyed = takesKey(method, path);
    if (isKeyed) headers["Idempotency-Key"] = options.key ?? newId();
    const isRepeatable = method !== "POST" || isKeyed;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS;
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const response = await this.fetch(method, path, { signal, ...options }, headers);
        return await read(response);
      } catch (error) {
        // The first attempt deleted it.
        if (method === "DELETE" && attempt > 1 && error instanceof NotFound) return undefined;
        const wait = retryDelay(error, isRepeatable, backoff);
        if (isLast || wait === undefined || options.signal?.aborted) throw error;
        await pause(wait, options.signal);
      }
    }
  }

  /** Sends a request once, and returns the response of a success. */
  async fetch(
    method: Method,
    path: string,
    options: AnyOptions,
    headers: Record<string, string>,
  ): Promise<Response> {
    const { token } = this.#tokens;
    const { body, signal } = options;
    const init: RequestInit = { method, headers: { ...headers } };
    if (token !== undefined) init.headers = { ...headers, Authorization: `Bearer ${token}` };
    if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
    if (signal) init.signal = signal;
    const request = new Request(`${this.#url}/api/v1${fill(path, options)}`, init);
    let response: Response;
    try {
      response = await fetch(request);
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      throw new NoAnswer(`${method} ${path} was not answered`, { cause });
    }
    if (!response.ok) throw refusal(await problemOf(response));
    return response;
  }
}

/** The path with its parameters. */
function fill(path: string, { path: values = {}, query = {} }: AnyOptions): string {
  let filled = path;
  for (const [name, value] of Object.entries(values)) {
    filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
  }
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length > 0 ? `${filled}?${search}` : filled;
}

/** The body of a response: JSON, or a text, or nothing. */
async function read(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return isJson ? JSON.parse(text) : text || undefined;
  } catch (cause) {
    throw new NoAnswer("the answer was cut off", { cause });
  }
}

/** The problem of a refused request. An intermediary can answer without one. */
async function problemOf(response: Response): Promise<Problem> {
  const { status, statusText } = response;
  const problem = await response.json().catch(() => undefined);
  if (typeof problem?.code === "string") return { ...problem, status };
  if (typeof problem?.error === "string") {
    // The form of OAuth (RFC 6749, 5.2).
    const { error, error_description } = problem;
    return { ...problem, code: error, detail: error_description ?? error, status };
  }
  const code = status === 429 ? "rate_limited" : status >= 500 ? "unavailable" : "unknown";
  return { code, detail: `${status} ${statusText}`.trim(), status };
}

/** The time until the next attempt, or `undefined` if there is none. */
function retryDelay(error: unknown, isRepeatable: boolean, backoff: Backoff): number | undefined {
  if (error instanceof NoAnswer) return isRepeatable ? backoff.next() : undefined;
  const { code, retryAfterMs } = error as Partial<Refusal>;
  const isNotBegun = code === "rate_limited" || code === "server_draining";
  if (!isNotBegun && !(code === "unavailable" && isRepeatable)) return undefined;
  // A limit without an end, such as a number of seeks, is not a matter of time.
  if (code === "rate_limited" && retryAfterMs === undefined) return undefined;
  const wait = retryAfterMs ?? backoff.next();
  return wait <= LONGEST_WAIT_MS ? wait : undefined;
}
