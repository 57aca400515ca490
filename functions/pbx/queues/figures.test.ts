import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { queueExits } from '#shared/exchange/events.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import type { QueueEventRecord } from './event-store.ts';
import { queueFigures } from './figures.ts';
import { hearQueueEvent } from './stats.ts';

const start = Date.parse('2026-06-10T16:00:00.000Z');
const iso = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const window = { since: iso(0), now: start + 7200_000, maxWaitTime: 300 };

/** A caller who comes after so many seconds, and leaves, if at all, after a wait. */
interface Caller {
  at: number;
  exit: QueueEventRecord['exit'];
  wait: number;
}
const eventsOf = ({ at, exit, wait }: Caller, n: number): QueueEventRecord[] => {
  const base = { queueId: 'que_a', callId: `cal_${n}`, waitSeconds: 0 };
  const joined = { ...base, seq: 1, at: iso(at), exit: null };
  return exit ? [joined, { ...base, seq: 2, at: iso(at + wait), exit, waitSeconds: wait }] : [joined];
};

describe('the figures of a queue', () => {
  it('are those of nobody where nobody called', () => {
    expect(queueFigures([], window)).toMatchObject({
      offered: 0,
      averageWait: 0,
      longestWait: 0,
      serviceLevel: null,
      abandonment: null,
      hours: [],
      waiting: [],
    });
  });

  it('count each caller once, by what became of them', () => {
    const callers: Caller[] = [
      { at: 10, exit: 'answered', wait: 20 },
      { at: 20, exit: 'answered', wait: 21 },
      { at: 30, exit: 'abandoned', wait: 40 },
      { at: 3700, exit: 'timeout', wait: 300 },
      { at: 7150, exit: null, wait: 0 },
    ];
    expect(queueFigures(callers.flatMap(eventsOf), window)).toEqual({
      since: iso(0),
      waiting: [{ callId: 'cal_4', since: iso(7150) }],
      offered: 5,
      answered: 2,
      abandoned: 1,
      timedOut: 1,
      turnedAway: 0,
      left: 0,
      calledBack: 0,
      longestWait: 300,
      averageWait: 95,
      serviceLevel: 0.25,
      abandonment: 0.25,
      hours: [
        { at: iso(0), offered: 3, answered: 2, abandoned: 1 },
        { at: iso(3600), offered: 2, answered: 0, abandoned: 0 },
      ],
    });
  });

  it('know a caller whose coming was never told, and forget one whose leaving was not', () => {
    const [, left] = eventsOf({ at: 100, exit: 'answered', wait: 15 }, 1);
    const [lost] = eventsOf({ at: 200, exit: null, wait: 0 }, 2);
    expect(queueFigures([left!, lost!], window)).toMatchObject({
      offered: 1,
      answered: 1,
      waiting: [],
      hours: [{ at: iso(0), offered: 1, answered: 1, abandoned: 0 }],
    });
  });

  it('are the same in whatever order events come', () => {
    const caller = fc.record({
      at: fc.integer({ min: 0, max: 6800 }),
      exit: fc.constantFrom(...queueExits),
      wait: fc.integer({ min: 0, max: 300 }),
    });
    fc.assert(
      fc.property(fc.array(caller, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (callers, chances) => {
        const events = callers.flatMap(eventsOf);
        const shuffled = events
          .map((event) => ({ event, place: chances.next().value as number }))
          .sort((one, other) => one.place - other.place)
          .map(({ event }) => event);
        const figures = queueFigures(shuffled, window);
        expect(figures).toEqual(queueFigures(events, window));
        const { answered, abandoned, timedOut, turnedAway, left, calledBack } = figures;
        expect(answered + abandoned + timedOut + turnedAway + left + calledBack).toBe(callers.length);
      }),
    );
  });

  it('come from what the exchange told, an event twice counted once, and of other queues nothing', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const { body: queue } = await admin.call(api.pbx.createQueue, { number: '600', name: 'Sales' });
    await asSystem(tenant.id, 'test', async () => {
      const told = { callId: 'cal_Abcdefgh', at: clock.iso(), talkSeconds: 0, queueId: queue.id };
      const joined = { ...told, event: 'queue-joined', seq: 1, position: 1 } as const;
      const left = { ...told, event: 'queue-left', seq: 2, queueExit: 'abandoned', waitSeconds: 9 } as const;
      for (const event of [left, joined, left, joined]) await hearQueueEvent(event);
      await hearQueueEvent({ ...joined, queueId: 'que_other' });
    });
    const { body } = await admin.call(api.pbx.queueStats, { id: queue.id });
    expect(body).toMatchObject({ offered: 1, abandoned: 1, longestWait: 9, abandonment: 1, waiting: [] });
  });
});
