import * as z from 'zod';
import { holidayOn } from '../compliance/holidays.ts';
import { isPlace } from '../compliance/places.ts';
import { phoneInput, tag } from '../lead.ts';
import { refersTo } from '../reference.ts';
import { isOpenAt, weekHours } from '../week-hours.ts';
import { isTimeZone, localTime } from '../zone-time.ts';
import { type CallLanguage, defaultLanguage } from './languages.ts';

/** What a condition asks, as people choose it. */
export const conditionTypes = {
  hours: 'Time of the week',
  holiday: 'Holiday',
  callerArea: 'Caller’s area code',
  callerNumber: 'Caller’s number',
  leadStatus: 'Lead’s status',
  leadTag: 'Lead’s tag',
  queueLength: 'Callers waiting in a queue',
  variable: 'What the call says of itself',
} as const;
export type ConditionType = keyof typeof conditionTypes;

/** What a call says of itself. */
export const callVariables = {
  callerName: 'Caller’s name',
  calledNumber: 'Number called',
  language: 'Language',
} as const;
export type CallVariable = keyof typeof callVariables;
export const isCallVariable = (name: string): name is CallVariable => Object.hasOwn(callVariables, name);
/** The name under which digits of the caller's are kept; no call says anything of itself under such a one. */
export const collectedName = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_]{0,19}$/, 'Small letters, digits and _ alone, a letter first, at most 20.');
export const variableTests = { is: 'is', startsWith: 'starts with' } as const;

/** What may be compared with: nothing that means anything in a dial plan of Asterisk's. */
const plainValue = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9+ .@_-]{1,60}$/, 'Letters, digits, spaces and + . @ _ - alone, at most 60.');
const timeZone = z.string().max(64).refine(isTimeZone, 'There is no such time zone.').describe('IANA');
/** How the time zones are written that an exchange knows: by name, as 'America/New_York', and not as '+05:00'. */
export const namedZone = /^[A-Za-z0-9]{1,20}(?:[/_+-][A-Za-z0-9]{1,20}){0,5}$/;
const place = z
  .string()
  .refine(isPlace, 'Please choose a state.')
  .describe('two letters of a state or province');

const conditionLimits = {
  areaCodes: 100,
  numbers: 200,
  statuses: 50,
  tags: 50,
  waiting: 1_000,
} as const;

/** What is asked of the lead who calls: no exchange knows it, so it asks the product. */
export const leadCondition = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('leadStatus'),
    statuses: z
      .array(z.string().trim().min(1).max(60))
      .min(1, 'Please choose a status.')
      .max(conditionLimits.statuses),
  }),
  z.strictObject({
    type: z.literal('leadTag'),
    tags: z.array(tag).min(1, 'Please choose a tag.').max(conditionLimits.tags),
  }),
]);

/** A condition by its type: never free text, so that it reads the same here and on the exchange. */
export const condition = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hours'), hours: weekHours.describe('true while they are open') }),
  z.strictObject({ type: z.literal('holiday'), place, timeZone }),
  z.strictObject({
    type: z.literal('callerArea'),
    areaCodes: z
      .array(z.string().regex(/^[2-9]\d\d$/, 'An area code has three digits, as 305.'))
      .min(1, 'Please name an area code.')
      .max(conditionLimits.areaCodes),
  }),
  z.strictObject({
    type: z.literal('callerNumber'),
    numbers: z.array(phoneInput).min(1, 'Please name a number.').max(conditionLimits.numbers),
  }),
  ...leadCondition.options,
  z.strictObject({
    type: z.literal('queueLength'),
    queueId: refersTo('queue', z.string().regex(/^que_[\w-]{1,60}$/, 'Please choose a queue.')),
    atLeast: z.number().int().min(1).max(conditionLimits.waiting),
  }),
  z.strictObject({
    type: z.literal('variable'),
    name: z.union([
      z.enum(Object.keys(callVariables) as [CallVariable, ...CallVariable[]]),
      collectedName.describe('of what the caller typed'),
    ]),
    test: z.enum(
      Object.keys(variableTests) as [keyof typeof variableTests, ...(keyof typeof variableTests)[]],
    ),
    value: plainValue,
  }),
]);
export type Condition = z.output<typeof condition>;

/** What is known of a call when a condition is asked. */
export interface CallFacts {
  /** Ms since 1970. */
  at: number;
  /** E.164; empty where the caller hides it. */
  callerNumber: string;
  callerName: string;
  calledNumber: string;
  /** What a Language node has said last; else English. */
  language?: CallLanguage;
  /** Null where nobody knows the caller. */
  lead: { status: string; tags: readonly string[] } | null;
  /** Callers waiting, by queue. */
  waiting: Readonly<Record<string, number>>;
  /** What the caller typed, by the name under which it is kept. */
  collected?: Readonly<Record<string, string>>;
}

/** The area code of a number of North America; undefined for every other. */
const areaCodeOfCaller = (number: string): string | undefined => /^\+1(\d{3})\d{7}$/.exec(number)?.[1];

/** The time zone that a condition is asked in; undefined for one that has none. */
export function zoneOf(asked: Condition): string | undefined {
  if (asked.type === 'hours') return asked.hours.timeZone;
  return asked.type === 'holiday' ? asked.timeZone : undefined;
}

/** Whether a condition asks for what the caller has typed. */
export const asksForTyped = (asked: Condition): boolean =>
  asked.type === 'variable' && !isCallVariable(asked.name);

/** Whether a condition holds for a call. */
export function holds(asked: Condition, facts: CallFacts): boolean {
  switch (asked.type) {
    case 'hours':
      return isOpenAt(asked.hours, facts.at);
    case 'holiday':
      return holidayOn(asked.place, localTime(asked.timeZone, facts.at).date) !== undefined;
    case 'callerArea':
      return asked.areaCodes.includes(areaCodeOfCaller(facts.callerNumber) ?? '');
    case 'callerNumber':
      return asked.numbers.includes(facts.callerNumber);
    case 'leadStatus':
      return facts.lead !== null && asked.statuses.includes(facts.lead.status);
    case 'leadTag':
      return facts.lead?.tags.some((one) => asked.tags.includes(one)) ?? false;
    case 'queueLength':
      return (facts.waiting[asked.queueId] ?? 0) >= asked.atLeast;
    case 'variable': {
      const { name } = asked;
      const said = isCallVariable(name) ? facts[name] : facts.collected?.[name];
      const value = said ?? (name === 'language' ? defaultLanguage : '');
      return asked.test === 'is' ? value === asked.value : value.startsWith(asked.value);
    }
    default:
      return asked satisfies never;
  }
}
