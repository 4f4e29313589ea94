import { Backoff, type BackoffOptions, pause } from "./backoff.js";
import { NoAnswer, RateLimited, Unavailable } from "./errors.js";
import type { Rest } from "./rest.js";
import type { PlayerMessage } from "./schema.js";

/** The server sends an empty line at least this often, in milliseconds. */
const SILENCE_MS = 60_000;

/**
 * The events of the player's matches. The stream reconnects. Each connection begins with `playing`
 * for every match in progress, so a turn can be reported twice.
 */
export async function* playerEvents(
  rest: Rest,
  query: { legal?: boolean },
  options: BackoffOptions | undefined,
  stopped: AbortSignal,
): AsyncGenerator<PlayerMessage, void, undefined> {
  const backoff = new Backoff(options);
  while (!stopped.aborted) {
    try {
      for await (const line of lines(rest, query, stopped)) {
        backoff.reset();
        yield JSON.parse(line);
      }
    } catch (error) {
      if (stopped.aborted) return;
      const isTemporary =
        error instanceof NoAnswer || error instanceof Unavailable || error instanceof RateLimited;
      if (!isTemporary) throw error;
    }
    await pause(backoff.next(), stopped);
  }
}

/** The lines of one response. */
async function* lines(rest: Rest, query: { legal?: boolean }, stopped: AbortSignal) {
  const silent = new AbortController();
  const signal = AbortSignal.any([stopped, silent.signal]);
  const headers = { Accept: "application/x-ndjson" };
  /** Waits for the server. The time that the reader takes for a line does not count. */
  const received = async <T>(part: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => silent.abort(), SILENCE_MS);
    return part.finally(() => clearTimeout(timer));
  };
  try {
    const response = await received(rest.fetch("GET", "/me/events", { query, signal }, headers));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let partial = "";
    for (;;) {
      const chunk = reader && (await received(reader.read()));
      if (!chunk || chunk.done) return;
      const parts = (partial + chunk.value).split("\n");
      partial = parts.pop() ?? "";
      yield* parts.filter((line) => line.trim() !== "");
    }
  } catch (cause) {
    if (cause instanceof TypeError || (cause as Error).name === "AbortError") {
      throw new NoAnswer("the stream broke off", { cause });
    }
    throw cause;
  } finally {
    silent.abort();
  }
}
