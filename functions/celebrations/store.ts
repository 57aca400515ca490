import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { celebrationLimits, celebrationStates } from '#shared/model/celebration.ts';

/** A journey's step or a webhook that celebrates the sale too. */
const joinedSign = z.object({
  /** Names its announcement. */
  event: z.string(),
  displayIds: z.array(z.string()),
  /** By whom and where; empty until displays have it. */
  note: z.string(),
});

const key = z.object({ at: z.string(), celebrationId: z.string() });

/*
 * What was won, and what became of its celebration:
 *
 *   recorded ──a rule is found──▶ chosen ──it is on displays──▶ celebrated
 *      └──none fits, quiet hours──▶ passed        └──an hour without a display──▶ passed
 *   any of them ──called off──▶ undone
 *
 * While there is something left to do it is due, so that whatever killed a worker costs a minute and nothing more.
 */
const Celebrations = entity('celebration', {
  fields: z.object({
    /** Of the sale, or of the bell; days are stretches of it, whatever zone the workspace is in. */
    at: z.string(),
    /** Made of the sale, or of the request: the same again is the same celebration. */
    celebrationId: z.string(),
    how: z.enum(['sale', 'bell']),
    leadId: z.string().nullable(),
    /** Who bought, where no lead tells it. */
    customer: z.string(),
    repId: z.string().nullable(),
    amount: z.number(),
    /** Who rang. */
    rungBy: z.string().nullable(),
    state: z.enum(celebrationStates),
    ruleId: z.string().nullable(),
    ruleName: z.string(),
    projectId: z.string().nullable(),
    seconds: z.number(),
    /** What is heard: nothing, 'bell', or the id of a file of the library. */
    sound: z.string().default(''),
    /** Others that are shown on the sign of this one (together.ts). */
    members: z.array(key).default([]),
    /** Whose sign shows it; null: its own. */
    leader: key.nullable().default(null),
    /** How often its sign was made anew since it was first announced, as others came to it or left it. */
    round: z.number().default(0),
    displayIds: z.array(z.string()),
    note: z.string(),
    /** What else shows the same sale, with a sign of its own, on displays that no other of these has. */
    joined: z.array(joinedSign).default([]),
    /** It is undone, and displays may still show it. */
    clearing: z.boolean(),
    updatedAt: z.string(),
    version: z.number(),
    expiresAt: z.number(),
  }),
  key: { partition: [], sort: ['at', 'celebrationId'], casing: 'none' },
  due: true,
});
export type CelebrationRecord = Stored<typeof Celebrations>;
export type CelebrationKey = Pick<CelebrationRecord, 'at' | 'celebrationId'>;

const daySeconds = 86_400;
/** Whoever works it is done or dead after so long; ms. */
const leaseMs = 20_000;

/** Whether anything is left to do. */
export const isOpen = ({ state, clearing }: CelebrationRecord): boolean =>
  state === 'recorded' || state === 'chosen' || clearing;

/** The announcement of a round of its sign. */
const eventAt = (celebrationId: string, round: number): string =>
  round === 0 ? celebrationId : `${celebrationId}+${round}`;

/** The announcement of its sign as it is now. */
export const ownEvent = ({ celebrationId, round }: CelebrationRecord): string =>
  eventAt(celebrationId, round);

/** The announcements of its sign as it was before. */
export const earlierEvents = ({ celebrationId, round }: CelebrationRecord): string[] =>
  Array.from({ length: round }, (_, n) => eventAt(celebrationId, n));

/** The announcements that show it: its own, and those that joined it. */
export const eventsOf = (record: CelebrationRecord): string[] => [
  ...earlierEvents(record),
  ownEvent(record),
  ...record.joined.map(({ event }) => event),
];

/** What the ids of celebrations begin with, before a low line. */
export const celebrationPrefix = 'cel';

/** What the due index calls it: its key. */
export const dueIdOf = ({ at, celebrationId }: CelebrationKey): string => `${at}|${celebrationId}`;
export function keyOfDue(id: string): CelebrationKey {
  const [at = '', celebrationId = ''] = id.split('|');
  return { at, celebrationId };
}

const item = (record: CelebrationRecord, lookAt: number) => ({
  ...record,
  ...(isOpen(record) ? dueAt('celebration', dueIdOf(record), lookAt) : {}),
});

export const findCelebration = ({ at, celebrationId }: CelebrationKey) =>
  Celebrations.find({ at, celebrationId });

type NewRecord = Pick<
  CelebrationRecord,
  'at' | 'celebrationId' | 'how' | 'leadId' | 'customer' | 'repId' | 'amount' | 'rungBy'
>;

export const recordOf = (given: NewRecord): CelebrationRecord => ({
  ...given,
  state: 'recorded',
  ruleId: null,
  ruleName: '',
  projectId: null,
  seconds: 0,
  sound: '',
  members: [],
  leader: null,
  round: 0,
  displayIds: [],
  note: '',
  joined: [],
  clearing: false,
  updatedAt: clock.iso(),
  version: 1,
  expiresAt: clock.seconds() + celebrationLimits.keepDays * daySeconds,
});

/** Refused where it was recorded before. */
export const insertCelebration = (record: CelebrationRecord): object =>
  Celebrations.insert(item(record, clock.now() + leaseMs));

/** Replaces it where nobody else has since it was read. @param lookAgainMs when it is looked at, while it is open */
export const replaceCelebration = (record: CelebrationRecord, lookAgainMs: number = leaseMs): object =>
  Celebrations.put(item(record, clock.now() + lookAgainMs), ifVersion(record.version - 1));

/** What was won from one instant up to another, the earliest first. @param from, to ISO 8601 */
export const celebrationsBetween = async (from: string, to: string): Promise<CelebrationRecord[]> =>
  (await Celebrations.query('key').between({ at: from }, { at: to }).go({ pages: 'all', consistent: true }))
    .data;

/** Those of some that there are, in their order. */
export async function findCelebrations(keys: readonly CelebrationKey[]): Promise<CelebrationRecord[]> {
  const found = await Promise.all(keys.map(findCelebration));
  return found.filter((record) => record !== undefined);
}

/** A page of all celebrations, the earliest first. */
export async function celebrationPage(cursor: string | null, limit: number) {
  const page = await Celebrations.query('key').go({ cursor, limit, consistent: true });
  return { celebrations: page.data, cursor: page.cursor };
}

/** The write that takes the customer out of a celebration; what was won stays. */
export const eraseCustomer = ({ at, celebrationId }: CelebrationKey): object =>
  Celebrations.patch({ at, celebrationId }).set({ customer: '', leadId: null }).add({ version: 1 }).params();
