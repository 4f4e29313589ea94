import { SlowReader } from "./errors.js";

/** The most items that wait for a reader. */
const CAPACITY = 4096;

/** A bounded queue with one reader. */
export class Queue<T> {
  readonly #items: T[] = [];
  #waiting: { resolve: (result: IteratorResult<T>) => void; reject: (error: Error) => void }[] = [];
  #isEnded = false;
  #error: Error | undefined;

  /** Adds an item. The queue fails if its reader is too slow. */
  push(item: T): void {
    if (this.#isEnded) return;
    const reader = this.#waiting.shift();
    if (reader) reader.resolve({ done: false, value: item });
    else if (this.#items.push(item) > CAPACITY) {
      this.#items.length = 0;
      this.end(new SlowReader(`more than ${CAPACITY} frames wait for their reader`));
    }
  }

  /** Ends the queue after its present items, with an error if there is one. */
  end(error?: Error): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#error = error;
    for (const reader of this.#waiting) {
      if (error) reader.reject(error);
      else reader.resolve({ done: true, value: undefined });
    }
    this.#waiting = [];
  }

  next(): Promise<IteratorResult<T>> {
    const item = this.#items.shift();
    if (item !== undefined) return Promise.resolve({ done: false, value: item });
    if (this.#error) return Promise.reject(this.#error);
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }
}
