import { expect, it } from 'vitest';
import { dealInParts } from './deal-in-parts.ts';

const dealt = (count: number, reasons: string[] = []) => ({
  assigned: Array.from({ length: count }, (_, at) => ({ leadId: `led_${at}`, agentId: 'usr_1' })),
  skipped: reasons.map((reason) => ({ leadId: 'led_x', reason })),
});

it('asks for as many as are wanted, and tells how far it is', async () => {
  const asked: number[] = [];
  const told: number[] = [];
  const ask = async (count: number) => {
    asked.push(count);
    return dealt(count);
  };
  expect(await dealInParts(120, ask, (done) => told.push(done))).toEqual({
    assigned: 120,
    skipped: undefined,
  });
  expect([asked, told]).toEqual([
    [50, 50, 20],
    [50, 100, 120],
  ]);
});

it('ends where nothing is left, and where somebody cannot have theirs', async () => {
  const left = [dealt(50), dealt(3), dealt(0)];
  expect(
    await dealInParts(
      200,
      async () => left.shift()!,
      () => undefined,
    ),
  ).toMatchObject({ assigned: 53 });
  const refused = async () => dealt(49, ['Nobody of the rule Texas is active.']);
  expect(await dealInParts(200, refused, () => undefined)).toEqual({
    assigned: 49,
    skipped: '1 not: Nobody of the rule Texas is active.',
  });
});
