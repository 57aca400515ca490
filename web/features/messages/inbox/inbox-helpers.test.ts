import { describe, expect, it } from 'vitest';
import { keptDrafts, parseDrafts, withDraft } from '#web/app/drafts-store.ts';
import { rankCanned } from './canned.ts';
import { rowAfter } from './keys.ts';
import { snoozeTimes } from './snooze-times.ts';
import { namedIn, typedBehind, withTyped } from './typed-list.ts';

describe('what is typed behind a sign', () => {
  it.each([
    ['/', 1, { from: 0, to: 1, search: '' }],
    ['Hi /good ti', 11, { from: 3, to: 11, search: 'good ti' }],
    ['Hi\n/pr', 6, { from: 3, to: 6, search: 'pr' }],
    ['and/or', 6, undefined],
    ['5 / 6', 5, undefined],
    ['/price\nHello', 12, undefined],
    ['none', 4, undefined],
    [`/${'x'.repeat(60)}`, 61, undefined],
  ])('%j at %i', (text, caret, expected) => {
    expect(typedBehind('/', text, caret)).toEqual(expected);
  });

  it('is replaced by what was chosen', () => {
    const typed = typedBehind('@', 'Ask @jo now', 7)!;
    expect(withTyped('Ask @jo now', typed, '@Joan ')).toEqual({ text: 'Ask @Joan  now', caret: 10 });
  });
});

describe('the next conversation by a key', () => {
  it('stands beside the open one, and at both ends stays', () => {
    expect(rowAfter(1, 30, 4, 4)).toBe(5);
    expect(rowAfter(-1, 30, 4, 4)).toBe(3);
    expect(rowAfter(1, 30, 29, 29)).toBe(29);
    expect(rowAfter(-1, 30, 0, 0)).toBe(0);
    expect(rowAfter(1, 30, -1, -1)).toBe(0);
  });

  it('is what stood behind one that was closed and has left the list', () => {
    expect(rowAfter(1, 29, -1, 12)).toBe(12);
    expect(rowAfter(-1, 29, -1, 12)).toBe(11);
    expect(rowAfter(1, 12, -1, 12)).toBe(11);
  });
});

describe('canned replies', () => {
  const template = (id: string, name: string, body: string, usageCount = 0, isActive = true) => ({
    id,
    name,
    subject: '',
    body,
    usageCount,
    isActive,
  });
  const all = [
    template('a', 'Good time', 'Hi {{ lead.firstName }}, is today a good time?', 1),
    template('b', 'Price', 'A roof costs between 8 and 20 thousand.', 5),
    template('c', 'Directions', 'We are at 1 Main Street, open until six.', 9),
    template('d', 'Old price', 'The price of last year', 50, false),
  ];
  const ids = (search: string, last?: string) => rankCanned(all, search, last).map(({ id }) => id);

  it('are found by the beginning of words, and with a slip', () => {
    expect(ids('pri')).toEqual(['b']);
    expect(ids('good ti')).toEqual(['a']);
    expect(ids('direktions')).toEqual(['c']);
    expect(ids('firstName')).toEqual([]);
    expect(ids('zebra')).toEqual([]);
  });

  it('stand by what the person wrote, then by use, while nothing is typed', () => {
    expect(ids('')).toEqual(['c', 'b', 'a']);
    expect(ids('', 'What does a roof cost, roughly? costs matter')).toEqual(['b', 'a', 'c']);
  });
});

describe('people whom a note names', () => {
  const people = ['Ann', 'Anna', 'Ann Lee'].map((name) => ({ name }));
  it.each([
    ['@Anna please look', ['Anna']],
    ['@Ann and @Ann Lee', ['Ann', 'Ann Lee']],
    ['@Ann, @Anna', ['Ann', 'Anna']],
    ['@Annabel and ann@Ann', ['Ann']],
    ['nobody @ all', []],
  ])('%s', (text, expected) => {
    expect(namedIn(text, people).map(({ name }) => name)).toEqual(expected);
  });
});

describe('drafts', () => {
  it('are kept while there is a text', () => {
    const one = withDraft(withDraft({}, 'led_1 sms', 'Hi'), 'led_2 email', 'Dear');
    expect(one).toEqual({ 'led_1 sms': 'Hi', 'led_2 email': 'Dear' });
    expect(withDraft(one, 'led_1 sms', '')).toEqual({ 'led_2 email': 'Dear' });
  });

  it('are kept beyond the page without subjects that were only suggested, the latest sixty', () => {
    expect(keptDrafts({ 'a subject': 'Re: Roof', 'b subject': 'Re: Car', 'b email': 'Dear' })).toEqual({
      'b subject': 'Re: Car',
      'b email': 'Dear',
    });
    let drafts = {};
    for (let at = 0; at < 70; at++) drafts = withDraft(drafts, `led_${at} sms`, 'Hi');
    expect(Object.keys(keptDrafts(drafts))).toHaveLength(60);
    expect(Object.keys(keptDrafts(drafts)).at(-1)).toBe('led_69 sms');
  });

  it.each([null, '', '{', '[]', '"text"', 'null'])('of %j are none', (stored) => {
    expect(parseDrafts(stored)).toEqual({});
  });
});

describe('times to put off until', () => {
  const at = (text: string) => snoozeTimes(new Date(text)).map(({ at }) => at.toString().slice(0, 21));
  it('are later today, the next morning and next week, by the viewer’s clock', () => {
    expect(at('2026-03-10T10:10:00')).toEqual([
      'Tue Mar 10 2026 13:00',
      'Wed Mar 11 2026 09:00',
      'Mon Mar 16 2026 09:00',
      'Tue Mar 17 2026 09:00',
    ]);
  });
  it('hold no “later today” in the evening, and no time twice', () => {
    expect(at('2026-03-15T20:00:00')).toEqual(['Mon Mar 16 2026 09:00', 'Sun Mar 22 2026 09:00']);
  });
});
