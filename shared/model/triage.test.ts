import { describe, expect, it } from 'vitest';
import { offsetOf, type TriageKind, triage } from './triage.ts';

/** Noon in New York, on a Tuesday, where the clock is four hours behind UTC's. */
const now = new Date('2026-03-10T16:00:00.000Z');
const kinds = (reply: string) => triage(reply, now, -240).map(({ kind }) => kind);

describe('a reply', () => {
  it.each<[string, TriageKind[]]>([
    ['Please stop texting me', ['stop']],
    ['STOP!!!', ['stop']],
    ['Take me off your list, I will call tomorrow', ['stop']],
    ['Don’t call this number', ['stop']],
    ['Do not ever contact us', ['stop']],
    ['You can stop by tomorrow at 3pm', ['callback']],
    ['Wrong number', ['wrongNumber']],
    ['Sorry, this is not her number?', ['wrongNumber']],
    ['Nobody here by that name', ['wrongNumber']],
    ['Not interested, thanks', ['notInterested']],
    ['no thanks', ['notInterested']],
    ['I already bought one', ['notInterested']],
    ['Not now', ['notNow']],
    ["I'm driving", ['notNow']],
    ['Busy, call me tomorrow at 4pm', ['callback']],
    ['Friday morning works', ['callback']],
    ['Can you ring me at 5pm?', ['callback', 'question']],
    ['Sounds great', ['interested']],
    ['I’d like to hear more, how much is it?', ['interested', 'question']],
    ['What does it cost', ['question']],
    ['Is it still there?', ['question']],
    ['You may be right', []],
    ['We talked last week', []],
    ['Thank you', []],
    ['', []],
  ])('%s', (reply, expected) => {
    expect(kinds(reply)).toEqual(expected);
  });

  it('says by which words it goes', () => {
    expect(triage('Well, leave me alone please', now, -240)).toEqual([
      { kind: 'stop', reason: 'They wrote “leave me alone”.' },
    ]);
  });

  it.each([
    ['call me tomorrow at 4pm', '2026-03-11T20:00:00.000Z'],
    ['in 2 hours', '2026-03-10T18:00:00.000Z'],
    ['Friday morning', '2026-03-13T13:00:00.000Z'],
    ['at 9am', '2026-03-11T13:00:00.000Z'],
  ])('“%s” is a time of theirs', (reply, at) => {
    expect(triage(reply, now, -240)[0]).toMatchObject({ kind: 'callback', at });
  });

  it('is read by the clock of their zone, in summer and winter', () => {
    expect(offsetOf('America/New_York', now)).toBe(-240);
    expect(offsetOf('America/New_York', new Date('2026-01-10T16:00:00Z'))).toBe(-300);
    expect(offsetOf('Asia/Kolkata', now)).toBe(330);
    expect(triage('at 5pm', now, 330)[0]!.at).toBe('2026-03-11T11:30:00.000Z');
  });

  it('of any length is read at once', () => {
    const long = `${'not '.repeat(50_000)}?`;
    const begun = performance.now();
    expect(kinds(long)).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
