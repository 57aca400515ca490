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

const cap = z.number().int().min(0).max(10_000_000).optional();

/** What the operator has set in place of the trial's caps; what is left out stays as it is. */
export const capsChange = z.strictObject({
  messagesPerDay: cap,
  messagesInAll: cap,
  callsPerDay: cap,
  users: cap,
  webhookPostsPerDay: cap,
});
export type CapsChange = z.output<typeof capsChange>;
export type CapName = keyof typeof trialCaps;
/** A cap that is not there limits nothing. */
export type Caps = Partial<Record<CapName, number>>;
