import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ExchangeQueue } from '#shared/exchange/commands.ts';
import { Bridge } from './bridge.ts';
import { Inbox, type Source } from './inbox.ts';
import { bridgeSettings } from './settings.ts';

/* What an inbox does with kills at any point, and a queue that gives out again what was not deleted. */

interface Waiting {
  id: string;
  lane: string;
  message: string;
}

/** A FIFO queue: of a lane the first comes first, and nothing while one of its messages is in work. */
class Fifo {
  readonly left: Waiting[];
  #inWork = new Set<string>();

  constructor(messages: Waiting[]) {
    this.left = messages;
  }

  /** What the run that was killed had in work is given out again. */
  killed(): void {
    this.#inWork = new Set();
  }

  receive(most: number): Waiting[] {
    const busy = new Set(this.left.filter(({ id }) => this.#inWork.has(id)).map(({ lane }) => lane));
    const given = this.left.filter(({ lane }) => !busy.has(lane)).slice(0, most);
    for (const { id } of given) this.#inWork.add(id);
    return given;
  }

  delete(id: string): void {
    this.left.splice(
      this.left.findIndex((one) => one.id === id),
      1,
    );
  }
}

const queueOf = (maxCallers: number): ExchangeQueue => ({
  number: '700',
  strategy: 'ringall',
  timeout: 20,
  maxWaitTime: 300,
  wrapUpSeconds: 0,
  musicOnHold: 'default',
  announcePosition: false,
  maxCallers,
  members: [],
});

const idOf = (at: number) => `req_${String(at).padStart(12, '0')}`;

it('keeps the order of a lane and loses nothing, whenever it is killed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('que_a', 'que_b', 'que_c'), { minLength: 1, maxLength: 12 }),
      // After so many steps (an answer, a deletion) of a run the bridge is killed; then it runs to the end.
      fc.array(fc.record({ steps: fc.nat(6), most: fc.integer({ min: 1, max: 10 }) }), { maxLength: 6 }),
      async (lanes, kills) => {
        const folder = mkdtempSync(join(tmpdir(), 'dealbell-inbox-'));
        const settings = bridgeSettings.parse({
          folder,
          port: 1,
          ariPassword: 'a password of Asterisk',
          recordings: folder,
          phoneUrl: 'wss://pbx.example.com/ws',
        });
        const fifo = new Fifo(
          lanes.map((lane, at) => ({
            id: idOf(at),
            lane,
            message: JSON.stringify({
              id: idOf(at),
              tenant: 1,
              lane,
              method: 'PUT',
              path: `/queues/${lane}`,
              body: queueOf(at + 1),
              notAfter: 1,
            }),
          })),
        );
        const answered = new Set<string>();
        const run = async (steps: number, most: number) => {
          const bridge = new Bridge(settings, () => undefined);
          let taken = 0;
          const step = () => {
            if (++taken > steps) throw new Error('Killed.');
          };
          const source: Source = {
            answersDelete: false,
            receive: async () => fifo.receive(most).map(({ id, message }) => ({ receipt: id, message })),
            delete: async (id) => {
              step();
              fifo.delete(id);
            },
            close: () => undefined,
          };
          const inbox = new Inbox(bridge, async () => source, {
            answer: async ({ id, status }) => {
              step();
              expect(status).toBe(200);
              answered.add(id);
            },
            now: () => 0,
            log: () => undefined,
          });
          const { signal } = new AbortController();
          for (let before = -1; before !== fifo.left.length && taken <= steps; ) {
            before = fifo.left.length;
            await inbox.turn(signal);
            await inbox.settled();
          }
          fifo.killed();
          bridge.journal.close();
        };
        try {
          for (const { steps, most } of kills) await run(steps, most);
          await run(Number.POSITIVE_INFINITY, 10);
          expect(fifo.left).toEqual([]);
          expect([...answered].sort()).toEqual(lanes.map((_, at) => idOf(at)));
          const bridge = new Bridge(settings, () => undefined);
          const kept = bridge.journal.all<ExchangeQueue>('queue');
          bridge.journal.close();
          const last = Object.fromEntries(lanes.map((lane, at) => [lane, at + 1]));
          expect(Object.fromEntries(kept.map(({ name, value }) => [name, value.maxCallers]))).toEqual(last);
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    ),
    { numRuns: 40 },
  );
});
