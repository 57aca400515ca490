import { expect, it } from 'vitest';
import { boughtText, moneyText, sumText } from './price.ts';

const number = { monthlyCost: 1.15, setupCost: 0, currency: 'USD' };

it('what numbers cost is summed by month and at once, and what is not known is said', () => {
  expect(moneyText(1.15, null)).toBe('$1.15');
  expect(sumText([number, number])).toBe('$2.30 a month');
  expect(sumText([number, { ...number, setupCost: 1 }])).toBe('$2.30 a month, $1.00 once');
  expect(sumText([number, { ...number, monthlyCost: null }])).toBe('$1.15 a month, and 1 without a price');
});

it('a purchase says what came of it, and nothing of what did not', () => {
  expect(boughtText({ successful: 4, pending: 0, skipped: 0, failed: 0 })).toBe('4 bought');
  expect(boughtText({ successful: 1, pending: 2, skipped: 0, failed: 1 })).toBe(
    '1 bought, 2 on their way, 1 not bought',
  );
});
