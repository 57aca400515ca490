import fc from 'fast-check';
import type { Condition } from '#shared/model/dialplan/condition.ts';
import { callLanguages } from '#shared/model/dialplan/languages.ts';
import { dialStrategies, exchangeSounds, hangupReasons, musicChoices } from '#shared/model/dialplan/nodes.ts';
import type { KeyAct, PlanStep, PlanSteps, StepSound, StepTarget } from '#shared/model/dialplan/steps.ts';
import { phoneKeys } from '#shared/model/ivr.ts';

/* Plans made at random for tests: every kind of node, every way out, wherever it leads. */

const of = <T extends object>(labels: T) => fc.constantFrom(...(Object.keys(labels) as (keyof T & string)[]));
const number = fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }).map((digits) => `+1${digits}`);
const queueId = fc.stringMatching(/^que_[0-9A-Z]{26}$/);
const minute = fc.integer({ min: 0, max: 1439 });
const window = fc
  .tuple(minute, minute)
  .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b) + 1]);

const planId = fc.stringMatching(/^dlp_[0-9A-Z]{26}$/);
const endpointId = fc.stringMatching(/^whe_[0-9A-Z]{26}$/);
const collected = fc.stringMatching(/^[a-z][a-z0-9_]{0,19}$/);

/** Any text at all, among it what means something in a configuration of Asterisk's. */
const anyText = fc.oneof(
  fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
  fc.constantFrom(
    '"]\n[t2-pother]\nexten => s,1,System(id)',
    `\${SHELL(id)}`,
    '#exec /bin/sh',
    'a;b,c)(|&\\',
  ),
);

const target: fc.Arbitrary<StepTarget> = fc.oneof(
  fc.record({ extension: fc.stringMatching(/^\d{2,8}$/) }),
  fc.record({ queueId }),
  fc.record({ number }),
);
const sound: fc.Arbitrary<StepSound> = fc.oneof(
  fc.record({ file: of(exchangeSounds) }),
  fc.record({ recording: fc.stringMatching(/^rec_[0-9A-Z]{26}$/) }),
);
const timeZone = fc.constantFrom('America/New_York', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5');

const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    type: fc.constant('hours' as const),
    hours: fc.record({
      timeZone,
      week: fc.array(fc.option(window), { minLength: 7, maxLength: 7 }),
    }),
  }),
  fc.record({ type: fc.constant('holiday' as const), place: fc.constantFrom('NY', 'FL', 'ON'), timeZone }),
  fc.record({
    type: fc.constant('callerArea' as const),
    areaCodes: fc.array(fc.stringMatching(/^[2-9]\d\d$/), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    type: fc.constant('callerNumber' as const),
    numbers: fc.array(number, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    type: fc.constant('leadStatus' as const),
    statuses: fc.array(anyText, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('leadTag' as const),
    tags: fc.array(anyText, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('queueLength' as const),
    queueId,
    atLeast: fc.integer({ min: 1, max: 1000 }),
  }),
  fc.record({
    type: fc.constant('variable' as const),
    name: fc.oneof(
      fc.constantFrom('callerName' as const, 'calledNumber' as const, 'language' as const),
      collected,
    ),
    test: fc.constantFrom('is' as const, 'startsWith' as const),
    value: fc.stringMatching(/^[A-Za-z0-9+.@_-]{1,60}$/),
  }),
);

/** A step whose ways lead to any of the ids, or nowhere. */
function stepWith(id: string, ids: readonly string[]): fc.Arbitrary<PlanStep> {
  const next = fc.option(fc.constantFrom(...ids), { freq: 6 });
  const act: fc.Arbitrary<KeyAct> = fc.oneof(
    fc.record({ next: fc.constantFrom(...ids) }),
    fc.record({ to: target }),
    fc.record({ act: fc.constantFrom('repeat' as const, 'hangup' as const) }),
  );
  const base = <T extends PlanStep['type']>(type: T) => ({ id: fc.constant(id), type: fc.constant(type) });
  return fc.oneof(
    fc.record({
      ...base('answer'),
      delay: fc.integer({ min: 0, max: 10 }),
      playRinging: fc.boolean(),
      ways: fc.record({ next }),
    }),
    fc.record({
      ...base('dial'),
      strategy: of(dialStrategies),
      timeout: fc.integer({ min: 5, max: 120 }),
      callerId: fc.option(number),
      to: fc.array(target, { minLength: 1, maxLength: 3 }),
      ways: fc.record({ answered: next, busy: next, noanswer: next, failed: next }),
    }),
    fc.record({ ...base('playback'), sound, allowSkip: fc.boolean(), ways: fc.record({ next }) }),
    fc.record({
      ...base('ivr'),
      prompt: sound,
      invalidPrompt: fc.option(sound),
      maxRetries: fc.integer({ min: 1, max: 5 }),
      timeout: fc.integer({ min: 1, max: 30 }),
      keys: fc
        .uniqueArray(fc.constantFrom(...phoneKeys), { maxLength: 12 })
        .chain((digits) =>
          fc.tuple(...digits.map((digit) => fc.record({ digit: fc.constant(digit), does: act }))),
        ),
      ways: fc.record({ timeout: next, invalid: next }),
    }),
    fc.record({
      ...base('queue'),
      queueId,
      maxWaitTime: fc.integer({ min: 30, max: 3600 }),
      musicOnHold: of(musicChoices),
      announcePosition: fc.boolean(),
      ways: fc.record({ answered: next, timeout: next, full: next }),
    }),
    fc.record({
      ...base('condition'),
      condition: anyCondition,
      ways: fc.record({ true: next, false: next }),
    }),
    fc.record({
      ...base('hours'),
      hours: fc.record({
        timeZone,
        week: fc.array(window, { minLength: 7, maxLength: 7 }),
      }),
      holidays: fc.constantFrom('NY', 'FL', 'ON'),
      ways: fc.record({ open: next, closed: next, holiday: next }),
    }),
    fc.record({
      ...base('collect'),
      prompt: sound,
      variable: collected,
      least: fc.integer({ min: 1, max: 4 }),
      most: fc.integer({ min: 4, max: 20 }),
      timeout: fc.integer({ min: 1, max: 30 }),
      tries: fc.integer({ min: 1, max: 5 }),
      ways: fc.record({ collected: next, invalid: next, timeout: next }),
    }),
    fc.record({
      ...base('record'),
      prompt: sound,
      boxId: fc.stringMatching(/^ext_[0-9A-Z]{26}$/),
      seconds: fc.integer({ min: 5, max: 300 }),
      ways: fc.record({ recorded: next, silent: next }),
    }),
    fc.record({ ...base('language'), language: of(callLanguages), ways: fc.record({ next }) }),
    fc.record({
      ...base('sms'),
      templateId: fc.stringMatching(/^mtp_[0-9A-Z]{26}$/),
      ways: fc.record({ sent: next, failed: next }),
    }),
    fc.record({
      ...base('jump'),
      planId,
      ways: fc.record({ failed: next }),
    }),
    fc.record({ ...base('callback'), queueId, ways: fc.record({ noted: next, failed: next }) }),
    fc.record({
      ...base('voicemail'),
      boxId: fc.stringMatching(/^ext_[0-9A-Z]{26}$/),
      ways: fc.constant({}),
    }),
    fc.record({ ...base('lookup'), ways: fc.record({ found: next, notFound: next }) }),
    fc.record({
      ...base('webhook'),
      endpointId,
      timeout: fc.integer({ min: 1, max: 5 }),
      ways: fc.record({ true: next, false: next, failed: next }),
    }),
    fc.record({
      ...base('hangup'),
      cause: of(hangupReasons).map((reason) => hangupReasons[reason].cause),
      ways: fc.constant({}),
    }),
  );
}

/** A plan of up to so many nodes besides its start, and of no fewer than `least`. */
export const anyPlan = (most = 12, least = 1): fc.Arbitrary<PlanSteps> =>
  fc
    .uniqueArray(fc.stringMatching(/^[A-Za-z0-9_-]{1,36}$/), {
      minLength: least,
      maxLength: most,
      selector: (id) => id.toLowerCase(),
    })
    .map((ids) => ids.filter((id) => id.toLowerCase() !== 'start'))
    .filter((ids) => ids.length > 0)
    .chain((ids) =>
      fc.tuple(
        fc.record({
          id: fc.constant('start'),
          type: fc.constant('start' as const),
          ways: fc.record({ next: fc.constantFrom(...ids) }),
        }),
        ...ids.map((id) => stepWith(id, ids)),
      ),
    );
