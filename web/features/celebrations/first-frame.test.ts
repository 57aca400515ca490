import { describe, expect, it } from 'vitest';
import { halfAndNearlyAll } from './first-frame.ts';

describe('how soon sales are on displays', () => {
  it('is told by the median and the 95th percentile, and as nothing where none was measured', () => {
    expect(halfAndNearlyAll(undefined).value).toBeUndefined();
    expect(halfAndNearlyAll({ firstFrame: null }).value).toBe('–');
    expect(halfAndNearlyAll({ firstFrame: { p50: null, p95: null, count: 0 } }).note).toContain('No display');
    const { value, note } = halfAndNearlyAll({ firstFrame: { p50: 840, p95: 1960, count: 12 } });
    expect([value, note]).toEqual(['0.8 s / 2.0 s', expect.stringContaining('12 measured')]);
  });
});
