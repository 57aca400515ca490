import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Asked, Order } from './worker-process.ts';

/** Workers that a bench lets work, a process each (worker-process.ts), with the environment as it is at their start. */
export class WorkerProcesses {
  /** What was worked since the last order, by all of them. */
  worked: unknown[] = [];
  readonly #children: ChildProcess[] = [];
  readonly #asked = new Map<ChildProcess, Asked>();

  static async start(count: number): Promise<WorkerProcesses> {
    const processes = new WorkerProcesses();
    for (let n = 0; n < count; n++) {
      const child = fork(join(import.meta.dirname, 'worker-process.ts'), {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await new Promise((resolve) => child.once('message', resolve));
      child.on('message', (message: { worked: unknown; asked?: Asked }) => {
        processes.worked.push(message.worked);
        if (message.asked) processes.#asked.set(child, message.asked);
      });
      processes.#children.push(child);
    }
    return processes;
  }

  /** Lets so many workers work until something has ended. @returns how long that took, s */
  async timed(count: number, order: Order, ended: () => Promise<boolean>): Promise<number> {
    this.worked = [];
    const began = performance.now();
    for (const child of this.#children.slice(0, count)) child.send(order);
    while (!(await ended())) await pause(20);
    const seconds = (performance.now() - began) / 1_000;
    for (const child of this.#children) child.send({ ...order, work: 'nothing' } satisfies Order);
    // What they have begun ends, so that the next has the machine for itself.
    await pause(1_000);
    return seconds;
  }

  /** Transactions a second into the bare table, for so long; ms. */
  async bare(count: number, order: Order, forMs: number): Promise<number> {
    let counted = 0;
    const until = performance.now() + forMs;
    const seconds = await this.timed(count, { ...order, work: 'bare' }, async () => {
      counted = this.worked.length;
      return performance.now() >= until;
    });
    return counted / seconds;
  }

  /** What all of them have asked of the table so far. */
  asked(): Asked {
    const sum: Asked = { reads: 0, transactions: 0, items: 0, single: 0 };
    for (const one of this.#asked.values())
      for (const name of Object.keys(sum) as (keyof Asked)[]) sum[name] += one[name];
    return sum;
  }

  close(): void {
    for (const child of this.#children) child.disconnect();
  }
}
