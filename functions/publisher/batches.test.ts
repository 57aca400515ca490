import { expect, it } from 'vitest';
import { batchesOf, type Outgoing, putEventsLimits, sizeOf } from './batches.ts';

const outgoing = (entity: string, bytes = 100): Outgoing => ({
  sequenceNumber: entity,
  entity,
  entry: { Source: 'dealbell', DetailType: 'user.created', Detail: 'x'.repeat(bytes) },
});
const shape = (events: Outgoing[]) =>
  [...batchesOf(events)].map((batch) => batch.map(({ entity }) => entity));

it('puts at most ten into a request, in order', () => {
  const names = Array.from({ length: 23 }, (_, n) => `e${n}`);
  const batches = shape(names.map((name) => outgoing(name)));
  expect(batches.map(({ length }) => length)).toEqual([10, 10, 3]);
  expect(batches.flat()).toEqual(names);
});

it('puts no more into a request than the bus takes', () => {
  const third = Math.floor(putEventsLimits.bytes / 3);
  const batches = [...batchesOf(['a', 'b', 'c', 'd'].map((name) => outgoing(name, third)))];
  expect(batches.map(({ length }) => length)).toEqual([2, 2]);
  for (const batch of batches)
    expect(batch.reduce((sum, { entry }) => sum + sizeOf(entry), 0)).toBeLessThanOrEqual(
      putEventsLimits.bytes,
    );
});

it('never puts two events of one entity into one request', () => {
  expect(shape(['a', 'b', 'a', 'a', 'c'].map((name) => outgoing(name)))).toEqual([
    ['a', 'b'],
    ['a'],
    ['a', 'c'],
  ]);
});

it('reckons a size in bytes of UTF-8, and 14 for the time', () => {
  expect(sizeOf({ Source: 'é', DetailType: '', Detail: '', Time: new Date() })).toBe(16);
});
