import { expect, it } from 'vitest';
import { dollars } from './money.ts';

it.each([
  [0, '$0'],
  [1200, '$1,200'],
  [1200.5, '$1,200.50'],
  [0.05, '$0.05'],
  [-12.1, '-$12.10'],
  [99.999, '$100'],
])('%d is written %s', (amount, text) => expect(dollars(amount)).toBe(text));
