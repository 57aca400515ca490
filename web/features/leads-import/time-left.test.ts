import { describe, expect, it } from 'vitest';
import type { LeadImport } from '#shared/model/lead-import.ts';
import { secondsLeft, shareOf } from './time-left.ts';

describe('the time that an import still takes', () => {
  it.each([
    ['at the pace that was seen', { at: 10_000, done: 500 }, 20],
    ['nothing before three seconds were seen', { at: 2_000, done: 400 }, undefined],
    ['nothing where nothing came on', { at: 10_000, done: 100 }, undefined],
    ['none at the end', { at: 10_000, done: 1_300 }, 0],
  ])('%s', (_, now, expected) => expect(secondsLeft({ at: 0, done: 100 }, now, 1_300)).toBe(expected));
});

it('is of the rows while it imports, and of the leads while it is undone', () => {
  const item = { created: 5, updated: 1, skipped: 2, failed: 1, totalRows: 20, undo: null };
  const of = (more: object) => shareOf({ ...item, ...more } as LeadImport);
  expect(of({ status: 'running' })).toEqual({ done: 9, of: 20 });
  expect(of({ status: 'undoing', undo: { removed: 2, kept: 0 } })).toEqual({ done: 2, of: 5 });
  expect(of({ status: 'checking', totalRows: null })).toBeUndefined();
});
