import { setTimeout as pause } from 'node:timers/promises';
import { Helper } from './helper.ts';
import type { NetworkOrders } from './network-process.ts';

/** How long calls may take to be all up, or all over; ms. */
const longestMs = 60_000;

/** The telephone network of the bench, a process of its own in which everybody answers and speaks silence. */
export class BenchNetwork {
  readonly #helper = new Helper<NetworkOrders>('network-process.ts');

  static async open(
    address: string,
    port: number,
    asterisk: { address: string; port: number },
  ): Promise<BenchNetwork> {
    const network = new BenchNetwork();
    await network.#helper.ask('open', { address, port, asterisk });
    return network;
  }

  /** Packets that were sent and heard since it began, over all ends that are up; those sent late; its processor's time. */
  async figures() {
    const { packets, late, processorMs } = await this.#helper.ask('figures');
    const sum = (of: 'sent' | 'heard') => packets.reduce((total, end) => total + end[of], 0);
    return { ends: packets.length, sent: sum('sent'), heard: sum('heard'), late, processorMs };
  }

  /** Waits until so many ends are up. */
  async up(ends: number): Promise<void> {
    for (const end = Date.now() + longestMs; ; await pause(50)) {
      const figures = await this.figures();
      if (figures.ends === ends) return;
      if (Date.now() > end) throw new Error(`${figures.ends} of ${ends} ends are up.`);
    }
  }

  hangUp(): Promise<void> {
    return this.#helper.ask('hangUp');
  }

  close(): Promise<void> {
    return this.#helper.close();
  }
}
