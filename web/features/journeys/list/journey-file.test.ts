import { describe, expect, it } from 'vitest';
import { journeyOf, withoutMissing } from './journey-file.ts';

const journey = { name: 'Welcome', steps: [{ id: 'stp_a', type: 'wait' }], entry: 'stp_a' };

describe('the file of a journey', () => {
  it('is read as it was exported, and without its envelope', () => {
    for (const file of [{ format: 'dealbell-journey-1', exportedAt: 'x', journey }, journey]) {
      const read = journeyOf(JSON.stringify(file));
      expect(read).toMatchObject({ ok: true, journey: { name: 'Welcome', entry: 'stp_a' } });
    }
  });

  it.each([
    ['not JSON', '{', 'This is not a JSON file.'],
    ['another format', '{"format":"other-1"}', 'This is not the file of a journey.'],
    ['nothing', 'null', 'This is not the file of a journey: name: '],
    ['too much', ' '.repeat(700_000), 'This file is too large for a journey.'],
    ['no such step', JSON.stringify({ name: 'A', steps: [{ id: 'stp_a', type: 'fly' }] }), 'steps › 0'],
  ])('says what is wrong: %s', (_, text, words) => {
    const read = journeyOf(text);
    expect(read.ok).toBe(false);
    expect(read.ok ? '' : read.problem).toContain(words);
  });
});

it('a journey of another workspace leaves empty what this one does not have', () => {
  const celebrate = { projectId: 'prj_there', displayIds: ['one', 'two'], minutes: 5 };
  const read = journeyOf(
    JSON.stringify({
      name: 'Welcome',
      steps: [
        { id: 'stp_a', type: 'sms', config: { templateId: 'mtp_gone', poolId: 'pol_gone' } },
        { id: 'stp_b', type: 'celebrate', config: celebrate },
      ],
    }),
  );
  if (!read.ok) throw new Error(read.problem);
  const { steps } = withoutMissing(read.journey, [
    'steps[0].config.templateId',
    'steps[0].config.poolId',
    'steps[1].config.displayIds[0]',
  ]);
  expect(steps.map(({ config }) => config)).toEqual([
    { templateId: null, body: '', poolId: null },
    { ...celebrate, displayIds: ['two'] },
  ]);
});
