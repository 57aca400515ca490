import * as z from 'zod';
import { fieldKey } from './lead.ts';
import { idOf, refersTo } from './reference.ts';
import { deliveryStates } from './report-template.ts';
import { displayId, signageLimits } from './signage/entities.ts';

/*
 * A sale is won and the office sees who: rules say which sales, on which sign, where and for how long.
 */

export const celebrationLimits = {
  rules: 50,
  /** How long a celebration stands on a display, in seconds. */
  seconds: { min: 5, max: 600 },
  /** US dollars. */
  amount: 1_000_000_000,
  streak: { min: 2, max: 50 },
  /** Sources, brands or tags that a rule names. */
  named: 50,
  nameLength: 80,
  customerLength: 120,
  /** Sales that are shown together at most; the next one begins another sign. */
  together: 20,
  /** What was celebrated is kept this many days. */
  keepDays: 90,
  /** A day's wins that are listed, the latest first. */
  listed: 500,
  /** Winners of a month who are given a video at once, and its length in seconds. */
  winners: { min: 1, max: 20 },
  videoSeconds: { min: 3, max: 30 },
} as const;
const limits = celebrationLimits;

/** Which sale of the day it has to be. */
export const occasions = ['every', 'first', 'streak', 'goal'] as const;
export type Occasion = (typeof occasions)[number];

/** What is heard when a sale comes on: nothing, the product's own bell, or a file of the library. */
export const celebrationSounds = ['none', 'bell', 'file'] as const;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time is written 18:30.');
const dollars = z
  .number()
  .min(0, 'An amount is at least 0.')
  .max(limits.amount, 'An amount is at most a billion dollars.');
const names = z
  .array(z.string().trim().min(1).max(100))
  .max(limits.named, `At most ${limits.named} may be named.`);

export const celebrationRuleFields = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(limits.nameLength, `At most ${limits.nameLength} characters.`),
  isActive: z.boolean().default(true),
  minimumAmount: dollars.nullable().default(null).describe('sales of less are left to the next rule'),
  occasion: z
    .enum(occasions)
    .default('every')
    .describe(
      'every sale, the first of the day, each `streak`-th in a row of one rep, or the one that reaches `goal`',
    ),
  streak: z
    .number()
    .int()
    .min(limits.streak.min, `A streak is of at least ${limits.streak.min}.`)
    .max(limits.streak.max, `A streak is of at most ${limits.streak.max}.`)
    .default(3),
  goal: dollars
    .min(1, 'A goal is at least a dollar.')
    .default(10_000)
    .describe('of the whole team for a day, in US dollars'),
  sources: names.default([]).describe('any of them; none: all'),
  brands: names.default([]).describe('any of them; none: all'),
  tags: names.default([]).describe('any of them; none: all'),
  customField: z
    .strictObject({
      key: fieldKey,
      values: z
        .array(z.string().trim().min(1).max(100))
        .min(1, 'Please name a value of the field.')
        .max(limits.named, `At most ${limits.named} may be named.`),
    })
    .nullable()
    .default(null)
    .describe(
      'a custom field of the lead that has to hold any of the values, such as the product; null: all',
    ),
  projectId: refersTo('project', idOf('prj', 'Please choose a sign.')),
  sound: z.enum(celebrationSounds).default('none').describe('played once, when the sign comes on'),
  soundId: refersTo('asset', idOf('ast', 'Please choose a sound.'))
    .nullable()
    .default(null)
    .describe('of the asset library; with `sound` file'),
  together: z
    .boolean()
    .default(false)
    .describe(
      'sales that are won while another of the rule waits for its turn are shown with it, on one sign',
    ),
  seconds: z
    .number()
    .int()
    .min(limits.seconds.min, `It shows for at least ${limits.seconds.min} seconds.`)
    .max(limits.seconds.max, `It shows for at most ${limits.seconds.max / 60} minutes.`)
    .default(20),
  all: z.boolean().default(true).describe('on every display'),
  displayIds: z.array(refersTo('display', displayId)).max(signageLimits.displays).default([]),
  groupIds: z
    .array(refersTo('displayGroup', z.string().min(1).max(64)))
    .max(signageLimits.groups)
    .default([])
    .describe('displays with any of these tags, which are groups of displays'),
  quietFrom: timeOfDay
    .nullable()
    .default(null)
    .describe('from then on nothing is shown, by the clock of the workspace; with `quietTo`, or none'),
  quietTo: timeOfDay.nullable().default(null),
  video: z
    .boolean()
    .default(false)
    .describe('the sign is made a video too, for the chats and to be downloaded'),
});
export type CelebrationRuleFields = z.output<typeof celebrationRuleFields>;

export const celebrationRule = z.object({
  id: z.string(),
  ...celebrationRuleFields.shape,
  projectId: z.string(),
  soundId: z.string().nullable(),
  hasSlack: z.boolean().describe('a channel of Slack is told; its address is shown to nobody'),
  hasTeams: z.boolean().describe('a channel of Teams is told; its address is shown to nobody'),
  rank: z.number().describe('the first rule that a sale fits, by this, is the one that celebrates it'),
  updatedAt: z.string(),
  version: z.number().int(),
});
export type CelebrationRule = z.output<typeof celebrationRule>;

/**
 * - recorded: nothing has been decided yet
 * - chosen: a rule was found, and its sign is on its way to the displays
 * - celebrated: it is, or was, on displays
 * - passed: it was celebrated nowhere, for the reason that `note` tells
 * - repeated: its lead was celebrated before on that day
 * - undone: it was called off
 */
export const celebrationStates = [
  'recorded',
  'chosen',
  'celebrated',
  'passed',
  'repeated',
  'undone',
] as const;
export type CelebrationState = (typeof celebrationStates)[number];

/** What a chat is told of a win, one message each. */
export const newsTopics = ['win', 'video', 'undone'] as const;

/** A message to a chat, and what became of it. */
export const chatTelling = z.object({
  chat: z.enum(['slack', 'teams']),
  topic: z.enum(newsTopics),
  state: z.enum(deliveryStates),
  reason: z.string(),
});
export type ChatTelling = z.output<typeof chatTelling>;

export const win = z.object({
  id: z.string(),
  at: z.string(),
  how: z.enum(['sale', 'bell']).describe('a lead that was won, or a bell that somebody rang'),
  leadId: z.string().nullable(),
  customer: z.string().describe('empty where it is another agent’s lead'),
  repId: z.string().nullable(),
  repName: z.string(),
  repPhoto: z.string().nullable(),
  amount: z.number(),
  state: z.enum(celebrationStates),
  ruleName: z.string(),
  note: z.string().describe('where it shows, or why it does not'),
  byMe: z.boolean().describe('whether it is the caller’s own sale, or they rang'),
  mayUndo: z.boolean(),
  chat: z.array(chatTelling).describe('with figures only'),
  video: z
    .enum(['none', 'drawing', 'there', 'failed'])
    .describe('with figures only; none also where it is another agent’s lead'),
  videoUrl: z.string().nullable().describe('while it is there'),
  firstFrameMs: z
    .number()
    .nullable()
    .describe(
      'from the sale to the first display that said it showed it; null: none has yet, or it waited its turn',
    ),
});
export type Win = z.output<typeof win>;

/** A month by the workspace's calendar, such as 2026-11. */
export const calendarMonth = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'A month is written 2026-11.');

/** What a rep won in a month. */
export const monthWinner = z.object({
  repId: z.string(),
  repName: z.string(),
  repPhoto: z.string().nullable(),
  sales: z.number().int(),
  amount: z.number().describe('US dollars'),
});
export type MonthWinner = z.output<typeof monthWinner>;

/** How a month is called, such as November 2026. @param month such as 2026-11 */
export const monthName = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** The share `p` (0 to 1) of the values lies at or below the answer; null for none. */
export function percentile(values: readonly number[], p: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(p * sorted.length) - 1)] ?? sorted[0]!;
}

/** Minutes after midnight. @param time such as 18:30 */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Whether a minute of the day lies in the quiet hours; they may cross midnight. */
export function isQuiet(
  { quietFrom, quietTo }: Pick<CelebrationRuleFields, 'quietFrom' | 'quietTo'>,
  minute: number,
): boolean {
  if (quietFrom === null || quietTo === null) return false;
  const [from, to] = [minutesOf(quietFrom), minutesOf(quietTo)];
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** What a rule is held against: the sale, its lead, and the sales of the day before it, the earliest first. */
export interface SaleOfDay {
  amount: number;
  repId: string | null;
  lead:
    | {
        source: string;
        brand: string;
        tags: readonly string[];
        customFields?: Readonly<Record<string, string | number | boolean | null>>;
      }
    | undefined;
  before: readonly { amount: number; repId: string | null }[];
}

const namesAny = (named: readonly string[], values: readonly string[]): boolean => {
  if (named.length === 0) return true;
  const wanted = new Set(named.map((name) => name.toLowerCase()));
  return values.some((value) => wanted.has(value.toLowerCase()));
};

/** Whether the lead's custom field is one of the values: a number or a yes as it is written, whatever its case. */
function hasValue(field: CelebrationRuleFields['customField'], lead: SaleOfDay['lead']): boolean {
  if (!field) return true;
  const value = lead?.customFields?.[field.key];
  return value !== undefined && value !== null && namesAny(field.values, [String(value).trim()]);
}

/** Sales in a row of the rep, with this one; 0 for nobody's. */
function streakOf({ repId, before }: SaleOfDay): number {
  if (repId === null) return 0;
  let length = 1;
  for (let at = before.length - 1; at >= 0 && before[at]!.repId === repId; at--) length++;
  return length;
}

function isOccasion(rule: CelebrationRuleFields, sale: SaleOfDay): boolean {
  switch (rule.occasion) {
    case 'every':
      return true;
    case 'first':
      return sale.before.length === 0;
    case 'streak': {
      const length = streakOf(sale);
      return length > 0 && length % rule.streak === 0;
    }
    case 'goal': {
      const earlier = sale.before.reduce((sum, { amount }) => sum + amount, 0);
      return earlier < rule.goal && earlier + sale.amount >= rule.goal;
    }
  }
}

/** Whether a rule celebrates a sale; quiet hours are no part of it. */
export function celebrates(rule: CelebrationRuleFields, sale: SaleOfDay): boolean {
  const { lead } = sale;
  return (
    rule.isActive &&
    sale.amount >= (rule.minimumAmount ?? 0) &&
    namesAny(rule.sources, lead ? [lead.source] : []) &&
    namesAny(rule.brands, lead ? [lead.brand] : []) &&
    namesAny(rule.tags, lead?.tags ?? []) &&
    hasValue(rule.customField, lead) &&
    isOccasion(rule, sale)
  );
}
