import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { each } from './bulk.ts';

it('tells which items there was no time for, and begins none of them', async () => {
  const begun: string[] = [];
  const items = Array.from({ length: 20 }, (_, at) => `led_${at}`);
  const { summary, results } = await each(
    items,
    async (id) => {
      begun.push(id);
      await pause(20);
      return { id, status: 'updated' };
    },
    (id) => id,
    10,
  );
  // Eight are worked at once, and the time is over when they are done.
  expect(begun).toEqual(items.slice(0, 8));
  expect(summary).toEqual({ successful: 8, skipped: 0, failed: 12 });
  expect(results[8]).toEqual({
    index: 8,
    id: 'led_8',
    status: 'failed',
    error: 'There was no time left for this one. Please send it again.',
  });
});
