import { expect, it } from 'vitest';
import { isTypedColor } from './typed-color.ts';

it.each([
  ['#f59e0b', true],
  ['#F59E0B', true],
  ['#f59e0b80', true],
  ['f59e0b', false],
  ['#f59', false],
  ['#f59e0', false],
  ['#f59e0b8', false],
  ['#f59e0g', false],
  ['red', false],
  ['', false],
])('%s applies: %s', (text, applies) => expect(isTypedColor(text)).toBe(applies));
