import * as z from 'zod';

/**
 * What the platform lets a trial do, whatever the trial's own settings say: enough to try everything with one's own
 * team, too little to be worth opening trials for spam. A tenant with a plan has none, unless the operator sets some.
 */
export const trialCaps = {
  /** Texts and mails together, in a day of UTC. SES's own sandbox gives a new account 200 mails. */
  messagesPerDay: 100,
  /** Texts and mails in the whole of the trial. */
  messagesInAll: 500,
  /** Calls that the product places in a day of UTC. */
  callsPerDay: 50,
  /** Users, removed ones not counted. */
  users: 10,
  /** Posts to outgoing webhooks in a day of UTC, each try counted. */
  webhookPostsPerDay: 1_000,
} as const;

/** No cap is higher: what shall limit nothing is given this. */
export const highestCap = 10_000_000;

const cap = z
  .number('A limit is a whole number.')
  .int('A limit is a whole number.')
  .min(0, 'A limit is 0 or more.')
  .max(highestCap, `A limit is at most ${highestCap.toLocaleString('en-US')}.`)
  .nullable()
  .optional();

/** What the operator sets in place of the plan's caps; null goes back to the plan's, what is left out stays. */
export const capsChange = z.strictObject({
  messagesPerDay: cap,
  messagesInAll: cap,
  callsPerDay: cap,
  users: cap,
  webhookPostsPerDay: cap,
});
export type CapsChange = z.output<typeof capsChange>;
export type CapName = keyof typeof trialCaps;

/** What each cap counts, as a sentence says it. */
export const capUnits = {
  messagesPerDay: 'messages a day',
  messagesInAll: 'messages in all',
  callsPerDay: 'calls a day',
  users: 'users',
  webhookPostsPerDay: 'posts to webhooks a day',
} as const satisfies Record<CapName, string>;
export const capNames = Object.keys(capUnits) as CapName[];

/** A cap that is not there limits nothing. */
export type Caps = Partial<Record<CapName, number>>;
