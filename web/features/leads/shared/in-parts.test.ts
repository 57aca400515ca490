import { describe, expect, it } from 'vitest';
import { inParts } from './in-parts.ts';

const ids = Array.from({ length: 250 }, (_, at) => `led_${at}`);
const ok = (part: readonly string[]) => ({
  summary: { successful: part.length, failed: 0, skipped: 0 },
  results: part.map((id, index) => ({ index, id, status: 'updated' as const, error: null })),
});

describe('many leads, part by part', () => {
  it('answer as one call would, and tell how far it is', async () => {
    const told: number[] = [];
    const sizes: number[] = [];
    const answer = await inParts(
      ids,
      async (part) => {
        sizes.push(part.length);
        return ok(part);
      },
      (done) => told.push(done),
    );
    expect(sizes).toEqual([100, 100, 50]);
    expect(told).toEqual([100, 200, 250]);
    expect(answer.summary).toEqual({ successful: 250, failed: 0, skipped: 0 });
    expect(answer.results.map(({ index }) => index)).toEqual(ids.map((_, at) => at));
  });

  it('keep what was done when a later part cannot be asked for', async () => {
    let calls = 0;
    const answer = await inParts(ids, async (part) => {
      if (++calls > 1) throw new Error('The network is gone.');
      return ok(part);
    });
    expect(answer.summary).toEqual({ successful: 100, failed: 150, skipped: 0 });
    expect(answer.results[100]).toMatchObject({ index: 100, id: 'led_100', status: 'failed' });
    await expect(inParts(ids, () => Promise.reject(new Error('at once')))).rejects.toThrow('at once');
  });
});
