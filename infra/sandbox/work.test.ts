import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import type { SandboxClock } from './clock.ts';
import { WorkQueue } from './work.ts';

it('does what comes due while it looks for what is due', async () => {
  // The first look finds the clock a millisecond before the work is due, and every one after it at that instant.
  const times = [0, 0];
  const clock = { now: () => times.shift() ?? 1, onMoved: () => {} } as unknown as SandboxClock;
  const queue = new WorkQueue(new DatabaseSync(':memory:'), clock, () => {});
  const done: unknown[] = [];
  queue.add({ lane: 'one', kind: 'note', body: 'text', delay: 1 });
  queue.on('note', (body) => {
    done.push(body);
    return undefined;
  });
  await eventually(async () => expect(done).toEqual(['text']));
  queue.close();
});
