import { describe, expect, it } from 'vitest';
import { digitsOf, wayOfTyped } from './collect.ts';

describe('digits that are collected', () => {
  it.each([
    ['4711', 'collected'],
    ['47*11', 'collected'],
    ['471', 'invalid'],
    ['47*1', 'invalid'],
    ['', 'timeout'],
    ['**', 'timeout'],
  ])('of %j go on by %s where four are wanted', (typed, way) => {
    expect(wayOfTyped({ least: 4 }, typed)).toBe(way);
  });

  it('are digits alone', () => {
    expect(digitsOf('1*2#A3')).toBe('123');
  });
});
