import { expect, it } from 'vitest';
import { builtInRecords, dataWith, momentData, valueAt } from './records.ts';

const long = builtInRecords.find(({ id }) => id === 'long')!;
const known = { company: { name: 'Own company' } };

it('a moment of the animations is drawn with the chosen record, and with the preview’s sample without one', () => {
  expect(valueAt(momentData(known, undefined), 'lead.name')).toBe('Jordan Rivera');
  expect(valueAt(momentData(known, long), 'lead.name')).toBe(valueAt(long.data, 'lead.name'));
});

it('the canvas at rest names what no record fills', () => {
  expect(valueAt(dataWith(known, undefined), 'lead.name')).toBe('');
  expect(valueAt(dataWith(known, long), 'lead.name')).toBe(valueAt(long.data, 'lead.name'));
});
