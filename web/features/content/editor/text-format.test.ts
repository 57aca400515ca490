import { describe, expect, it } from 'vitest';
import { readTextStyle } from '#shared/scene/text/style.ts';
import { withField } from '../panels/field-values.ts';
import { box } from './testing/stage.ts';
import { type FormatState, hasMark, sizeOf, type TextMark, toggleMark, toSize } from './text-format.ts';

const state = (changes: Partial<FormatState> = {}, styles = {}): FormatState => ({
  base: readTextStyle({ fontSize: 20, ...styles }),
  style: {},
  mixed: new Set(),
  ...changes,
});

describe('marks of letters', () => {
  it.each<TextMark>(['bold', 'italic', 'underline', 'strike'])('%s is given and taken away again', (mark) => {
    const given = toggleMark(state(), mark);
    const marked = state({ style: given });
    expect([hasMark(state(), mark), hasMark(marked, mark)]).toEqual([false, true]);
    expect(Object.values(toggleMark(marked, mark))).toEqual([undefined]);
  });

  it.each<TextMark>(['bold', 'italic', 'underline', 'strike'])(
    '%s of the whole element is taken from a part',
    (mark) => {
      const styles = { fontWeight: 800, fontStyle: 'italic', textDecoration: 'underline line-through' };
      const taken = toggleMark(state({}, styles), mark);
      expect(hasMark(state({ style: taken }, styles), mark)).toBe(false);
      expect(Object.values(toggleMark(state({ style: taken }, styles), mark))).toEqual([undefined]);
    },
  );

  it('are given to all where only some have them', () => {
    const some = state({ mixed: new Set(['weight', 'scale']) });
    expect(toggleMark(some, 'bold')).toEqual({ weight: 700 });
    expect(sizeOf(some)).toBeUndefined();
  });

  it('are as large in px as is said, whatever the element is', () => {
    expect(toSize(state(), 30)).toEqual({ scale: 1.5 });
    expect(sizeOf(state({ style: { scale: 1.5 } }))).toBe(30);
    expect(toSize(state(), 20)).toEqual({ scale: undefined });
    expect(toSize(state(), 99_999)).toEqual({ scale: 40 });
  });
});

it('words changed in the form keep the styles of those that stay', () => {
  const runs = [{ start: 5, end: 10, weight: 700 }];
  const element = box('a', 0, 0, {
    elementType: 'text',
    properties: { customElementType: 'text', text: 'Save today', runs },
  });
  const field = { target: 'properties', key: 'text', tab: 'content', kind: 'text', label: 'Text' } as const;
  expect(withField(element, field, 'Do save today').properties.runs).toEqual([
    { start: 8, end: 13, weight: 700 },
  ]);
  expect(withField(element, field, 'Save all today').properties.runs).toEqual([
    { start: 9, end: 14, weight: 700 },
  ]);
});
