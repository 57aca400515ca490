import { expect, it } from 'vitest';
import { barsOf, barsOfBoth } from './bars.ts';

const day = (date: string, sent = 0) => ({ date, sent, delivered: 0, failed: 0 });

it('tells what arrived from what nobody has said anything of', () => {
  const [bar] = barsOf([{ ...day('2026-11-19', 10), delivered: 7, failed: 1, received: 4 }]);
  expect(bar).toMatchObject({ tick: 'Nov 19', values: { delivered: 7, failed: 1, received: 4, open: 2 } });
});

it('never shows less than nothing, where what was sent the day before arrives today', () => {
  const [bar] = barsOf([{ ...day('2026-11-19', 1), delivered: 3 }]);
  expect(bar!.values).toEqual({ delivered: 3, failed: 0, bounced: 0, received: 0, open: 0 });
});

it('ticks every fifth of thirty days, and neither end', () => {
  const bars = barsOf(
    Array.from({ length: 30 }, (_, at) => day(`2026-11-${String(at + 1).padStart(2, '0')}`)),
  );
  expect(bars.filter(({ tick }) => tick).map(({ tick }) => tick)).toEqual(
    [3, 8, 13, 18, 23, 28].map((at) => `Nov ${at}`),
  );
});

it('texts and mails of a day are one bar, in which each is counted once', () => {
  const day = { date: '2026-11-20', sent: 3, delivered: 2, failed: 1 };
  const [bar, other] = barsOfBoth(
    [
      { ...day, received: 4 },
      { ...day, date: '2026-11-21' },
    ],
    [{ ...day, sent: 5, bounced: 2 }],
  );
  expect(bar).toMatchObject({ name: 'Nov 20', values: { texts: 2, mails: 2, received: 4, failed: 4 } });
  expect(other!.values).toEqual({ texts: 2, mails: 0, received: 0, failed: 1 });
});
