import type { Connection, Feed } from "./connection.js";
import type { Command, Frame } from "./frames.js";
import { Queue } from "./queue.js";

/**
 * A subscription of a connection, and the iterator of its frames. It outlives reconnections. Leaving
 * a `for await` loop ends it.
 */
export abstract class Subscription<F> implements AsyncIterableIterator<F>, Feed {
  begunBy: string | undefined;
  readonly #queue = new Queue<F>();

  constructor(
    protected readonly connection: Connection,
    readonly key: string,
  ) {
    connection.add(this);
  }

  abstract begin(): Command | undefined;

  abstract end(): Command | undefined;

  abstract receive(frame: Frame): void;

  /** Updates the state with a frame that the reader is about to get. */
  protected fold(_frame: F): void {}

  protected deliver(frame: F): void {
    this.#queue.push(frame);
  }

  finish(error?: Error): void {
    this.#queue.end(error);
  }

  async next(): Promise<IteratorResult<F>> {
    const result = await this.#queue.next();
    if (!result.done) this.fold(result.value);
    return result;
  }

  /** Ends the subscription. */
  async return(): Promise<IteratorResult<F>> {
    this.finish();
    this.connection.remove(this);
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
