import * as chrono from 'chrono-node';
import { offsetAt } from './zone-time.ts';

/*
 * What a reply seems to ask for, by rules that a person can check: each suggestion names the words it goes by. Nothing is
 * done by itself; the law's STOP is heard elsewhere, by the carriers' words (functions/messages/opt-out/keywords.ts).
 */

export const triageKinds = [
  'stop',
  'wrongNumber',
  'notInterested',
  'callback',
  'notNow',
  'interested',
  'question',
] as const;
export type TriageKind = (typeof triageKinds)[number];

export interface Suggestion {
  kind: TriageKind;
  /** Why, as a sentence. */
  reason: string;
  /** Of a callback: when they want to hear from us; ISO 8601. */
  at?: string;
}

/** Characters of a reply that are looked at: what it is about stands at its beginning. */
const lookedAt = 600;
const dayMs = 86_400_000;
/** A time that lies further ahead is hardly when they want to be called. */
const furthestMs = 180 * dayMs;
/** "In the morning" is no earlier than this hour of theirs. */
const earliestHour = 9;

/** The words of each kind, the most decisive kind first. */
const rules: readonly (readonly [Exclude<TriageKind, 'callback'>, RegExp])[] = [
  [
    'stop',
    /\b(stop(?! by\b| in\b| over\b)|unsubscribe|opt(ing)? out|remove me|take me off|leave me alone|lose my number|(do not|don't|dont|never|quit) (ever )?(text|call|contact|message|messag|bother)(ing)?|no more (texts|calls|messages))\b/,
  ],
  [
    'wrongNumber',
    /\b(wrong (number|person|guy|lady)|(not|isn't|isnt) (his|her|their) (number|phone)|no longer (his|her|their|the) (number|phone)|(nobody|no one) (here )?(by|with) that name|(i'm|im|i am|this is) not (him|her|that person)|you have the wrong)\b/,
  ],
  [
    'notInterested',
    /\b(not interested|no interest|uninterested|no thanks?|no thank you|(already|just) (bought|have one|got one|signed)|not for me)\b/,
  ],
  [
    'notNow',
    /\b(not (now|today|yet|ready|right now|at the moment|a good time)|bad time|busy|in a meeting|at work|driving|maybe later|some other time|another time|can't talk|cant talk)\b/,
  ],
  [
    'interested',
    /\b(interested|sounds (good|great)|tell me more|more info(rmation)?|yes please|sign me up|count me in|let's (talk|do it|go)|i'm in|i want (it|one|to)|i'd like|i would like|looking forward)\b/,
  ],
  [
    'question',
    /^(who|what|when|where|why|how|which|can|could|do|does|did|is|are|will|would|may|should)\b|\?/,
  ],
];

/** Kinds after which no other is suggested. */
const decisive: ReadonlySet<TriageKind> = new Set(['stop', 'wrongNumber', 'notInterested']);

/** The first time that is still to come, where an hour or a day is said; a month alone may be the word "may". */
function timeIn(text: string, now: Date, offsetMinutes: number) {
  const found = chrono.parse(text, { instant: now, timezone: offsetMinutes }, { forwardDate: true });
  for (const { start, text: words } of found) {
    const isTold = start.isCertain('hour') || start.isCertain('day') || start.isCertain('weekday');
    if (!isTold) continue;
    const early = start.isCertain('hour')
      ? 0
      : Math.max(0, earliestHour - (start.get('hour') ?? earliestHour));
    const at = start.date().getTime() + early * 3_600_000;
    if (at > now.getTime() && at - now.getTime() < furthestMs)
      return { words, at: new Date(at).toISOString() };
  }
  return undefined;
}

const quoted = (words: string) => `They wrote “${words.trim()}”.`;

/**
 * What a reply seems to ask for, the most decisive first, with the reason; nothing where no rule holds.
 * @param now when it was written: "tomorrow" is the day after
 * @param offsetMinutes their clock before UTC's, in minutes: "at five" is five o'clock where they are
 */
export function triage(reply: string, now: Date, offsetMinutes: number): Suggestion[] {
  const text = reply.slice(0, lookedAt).replaceAll('’', "'").trim();
  const lower = text.toLowerCase();
  const found: Suggestion[] = [];
  for (const [kind, words] of rules) {
    const [match] = words.exec(lower) ?? [];
    if (match === undefined) continue;
    // "Not interested" holds the word, too; a time that they name says more than that they are busy.
    if (kind === 'notNow' || kind === 'interested' || kind === 'question') {
      const time = timeIn(text, now, offsetMinutes);
      if (time && !found.some((one) => one.kind === 'callback'))
        found.push({ kind: 'callback', reason: quoted(time.words), at: time.at });
      if (time && kind === 'notNow') continue;
    }
    found.push({ kind, reason: kind === 'question' ? 'It asks something.' : quoted(match) });
    if (decisive.has(kind)) return found;
  }
  if (found.length > 0) return found;
  const time = timeIn(text, now, offsetMinutes);
  return time ? [{ kind: 'callback', reason: quoted(time.words), at: time.at }] : [];
}

/** How far the clock of an IANA zone is before UTC's at a moment, in minutes; without one, that of whoever reads. */
export const offsetOf = (timeZone: string | undefined, at: Date): number =>
  timeZone ? offsetAt(timeZone, at.getTime()) : -at.getTimezoneOffset();
