import { describe, expect, it } from 'vitest';
import { commands } from '../editor/commands/index.ts';
import { found, fuzzyScore } from './fuzzy.ts';

const first = (typed: string) =>
  found(
    typed,
    commands.filter(({ hidden }) => !hidden),
  )[0]?.label;

describe('finding a command by letters', () => {
  it('takes the first letters of words, parts of words and whole names', () => {
    expect(first('zi')).toBe('Zoom in');
    expect(first('undo')).toBe('Undo');
    expect(first('saveas')).toBe('Save as template');
    expect(first('fit')).toBe('Fit to screen');
    expect(first('timel')).toBe('Timeline');
  });

  it('finds by keywords and by the group', () => {
    expect(first('motion')).toBe('Timeline');
    expect(found('insert', commands).length).toBeGreaterThan(8);
  });

  it('leaves out what does not have the letters in their order', () => {
    expect(fuzzyScore('odnu', 'Undo')).toBe(0);
    expect(fuzzyScore('undoo', 'Undo')).toBe(0);
    expect(found('qqq', commands)).toEqual([]);
    expect(found('', commands)).toHaveLength(commands.length);
  });
});
