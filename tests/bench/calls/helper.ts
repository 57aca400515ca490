import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** What a helper process can be asked, each question with what it takes. */
// biome-ignore lint/suspicious/noExplicitAny: what each takes is known where it is asked.
type Orders = Record<string, (value: any) => unknown>;

type Question = { id: number; name: string; value: unknown };
type Answer = { id: number; value?: unknown; error?: string };

/** A helper ends by itself after this, should nobody end it; ms. */
const longestMs = 30 * 60_000;

/** Answers what the bench asks of this process, until the bench ends, however that comes. */
export function serve(orders: Orders): void {
  process.on('disconnect', () => process.exit(0));
  setTimeout(() => process.exit(1), longestMs).unref();
  process.on('message', async ({ id, name, value }: Question) => {
    const answer: Answer = { id };
    try {
      answer.value = await orders[name]!(value);
    } catch (error) {
      answer.error = (error as Error).message;
    }
    if (process.connected) process.send!(answer);
  });
}

/** A process of the bench, so that what it does for the measurement takes nothing from what is measured. */
export class Helper<Of extends Orders> {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  readonly #ended: Promise<void>;
  #asked = 0;

  /** @param file of this folder, which calls `serve` */
  constructor(file: string) {
    this.#child = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child.on('message', ({ id, value, error }: Answer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.reject(new Error(error));
      else waiting?.resolve(value);
    });
    this.#ended = new Promise((resolve) => this.#child.once('exit', () => resolve()));
    void this.#ended.then(() => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${file} has ended.`));
    });
  }

  ask<Name extends keyof Of & string>(
    name: Name,
    ...[value]: Parameters<Of[Name]>
  ): Promise<Awaited<ReturnType<Of[Name]>>> {
    const id = this.#asked++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#child.send({ id, name, value } satisfies Question, (error) => error && reject(error));
    });
  }

  /** Resolves when the process has ended. */
  async close(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }
}
