/** The delays between attempts to reach the server. */
export interface BackoffOptions {
  /** The mean of the first delay, in milliseconds. */
  firstMs?: number;
  /** The longest delay, in milliseconds. */
  longestMs?: number;
}

/** Delays that double with each failure, each with a jitter of half of its length. */
export class Backoff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #failures = 0;

  constructor({ firstMs = 500, longestMs = 30_000 }: BackoffOptions = {}) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
  }

  /** The next delay, in milliseconds. */
  next(): number {
    const delay = Math.min(this.#firstMs * 2 ** Math.min(this.#failures, 30), this.#longestMs);
    this.#failures += 1;
    return delay * (0.5 + Math.random() / 2);
  }

  reset(): void {
    this.#failures = 0;
  }
}

/** Resolves after a delay, or at once when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
  });
}
