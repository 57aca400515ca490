import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeTravel } from '#tests/support/time.ts';
import { clock } from './clock.ts';
import { jobWork, startHeartbeat } from './job.ts';

describe('the sweeper’s look at a job', () => {
  const job = (given: { open: boolean; leaseUntil: number } | undefined, next?: number) => {
    const revived: string[] = [];
    const { look } = jobWork({
      find: async () => given,
      isOpen: ({ open }) => open,
      quietAt: ({ leaseUntil }) => leaseUntil,
      revive: async (_, id) => {
        revived.push(id);
        return next;
      },
      againMs: 5_000,
      earlier: async () => [],
    });
    return { look, revived };
  };

  it('is the last when the job has ended or is gone', async () => {
    for (const given of [undefined, { open: false, leaseUntil: 0 }]) {
      const { look, revived } = job(given);
      expect([await look('j'), revived]).toEqual([undefined, []]);
    }
  });

  it('comes again when the lease runs out, and leaves a worker alone that lives', async () => {
    const leaseUntil = clock.now() + 60_000;
    const { look, revived } = job({ open: true, leaseUntil });
    expect([await look('j'), revived]).toEqual([leaseUntil, []]);
  });

  it('revives a job that is quiet, and looks again after a while, or when the job says', async () => {
    timeTravel('2026-11-23T00:00:00Z');
    const given = { open: true, leaseUntil: 1 };
    const { look, revived } = job(given);
    expect(Number(await look('j')) - clock.now()).toBeGreaterThan(4_000);
    expect(revived).toEqual(['j']);
    expect(await job(given, 77).look('j')).toBe(77);
  });
});

describe('a worker’s heartbeat', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('beats until it is stopped, also after a beat that failed', async () => {
    let beats = 0;
    const heartbeat = startHeartbeat(1_000, async () => {
      if (++beats === 1) throw new Error('throttled');
    });
    await vi.advanceTimersByTimeAsync(3_500);
    expect(beats).toBe(3);
    await heartbeat.stop();
    await vi.advanceTimersByTimeAsync(3_500);
    expect(beats).toBe(3);
  });

  it('has come through when it is stopped: no renewal follows what gives the lease up', async () => {
    const order: string[] = [];
    const heartbeat = startHeartbeat(1_000, async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      order.push('renewed');
    });
    await vi.advanceTimersByTimeAsync(1_100);
    const stopped = heartbeat.stop().then(() => order.push('given up'));
    await vi.advanceTimersByTimeAsync(2_000);
    await stopped;
    expect(order).toEqual(['renewed', 'given up']);
  });
});
