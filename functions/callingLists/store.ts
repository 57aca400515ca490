import { z } from 'zod';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { Overtaken } from '#functions/kernel/retry.ts';
import { callingList, type EntryState, entryStates, newCallingList } from '#shared/model/calling-list.ts';

/*
 * A list is a filter and rules. Its leads come into its hopper a few hundred at a time (fill.ts), each as an entry that
 * says when it is due, and leave it to one agent at a time: a lead has one turn at most over all lists, and so has an
 * agent. Entries, the lead's turn and the agent's are written in one transaction.
 */

const Lists = entity('callingList', {
  fields: callingList.omit({ id: true }).extend({
    listId: z.string(),
    // Lists of before there were modes.
    mode: newCallingList.mode,
    ringSeconds: newCallingList.ringSeconds,
    didId: newCallingList.didId,
    // Lists of before groups could work them.
    groupIds: newCallingList.groupIds,
    // Lists of before leads could come by their hour.
    bestHourFirst: newCallingList.bestHourFirst,
    // Lists of before there were scripts.
    scriptId: newCallingList.scriptId,
    // Lists of before leads were rung first.
    linesPerAgent: newCallingList.linesPerAgent,
    amd: newCallingList.amd,
    message: newCallingList.message,
  }),
  key: { partition: [], sort: ['listId'] },
});
export type ListRecord = Stored<typeof Lists>;

/** How far the hopper has read the leads of a list; it outlives the list until its entries are gone. */
const Fills = entity('callingListFill', {
  fields: z.object({
    listId: z.string(),
    /** Where reading goes on; none: from the beginning. */
    cursor: z.string().nullable(),
    /** When it was looked last whether there are new leads; ISO 8601. */
    newestAt: z.string(),
    /** Whether all were read once since the list was made or changed. */
    isRead: z.boolean(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['listId'] },
  due: true,
});
export type Fill = Stored<typeof Fills>;

/** The pool of leads that are nobody's. */
export const anybody = 'anybody';
/** That of nobody's leads that are rung with an agent on the line first: nobody was free when they answered. */
export const agentFirst = 'agent-first';
/** When a lead that was never called is due: before every time. */
export const atOnce = '0';
/** An end for those that are due at once: after each of them in their order, and before every time. */
export const untilAtOnce = `${atOnce}~`;

const Entries = entity('callingListEntry', {
  fields: z.object({
    listId: z.string(),
    leadId: z.string(),
    state: z.enum(entryStates),
    /** Who may draw it: its owner, or whom a callback was promised by; `anybody` else. */
    pool: z.string(),
    /** ISO 8601, or `atOnce`. */
    dueAt: z.string(),
    /** Among those due at one instant the lowest first: the list's order (place.ts). */
    place: z.string(),
    attempts: z.number(),
    /** Where the lead may be, when it came in: by them its hour is known. Entries of before have none. */
    timeZones: z.array(z.string()).default([]),
    /** Who has it, or had it last, and until when. */
    agentId: z.string().nullable(),
    until: z.string().nullable(),
    /** Whether the dialler took it for them, and calls it by itself. */
    isDialled: z.boolean().default(false),
    /** Nobody was free when they answered: never again rung without an agent on the line. */
    isAgentFirst: z.boolean().default(false),
    /** Why it rests or is done; empty while it just waits. */
    reason: z.string(),
    version: z.number(),
  }),
  key: { partition: ['listId'], sort: ['leadId'], casing: 'none' },
  indexes: {
    hopper: {
      index: 'gsi1',
      partition: ['listId', 'state', 'pool'],
      sort: ['dueAt', 'place'],
      casing: 'none',
    },
  },
  due: true,
});
export type Entry = Stored<typeof Entries>;

/** A lead that somebody has at this moment, over all lists. */
const LeadTurns = entity('callingLeadTurn', {
  fields: z.object({ leadId: z.string(), listId: z.string(), agentId: z.string() }),
  key: { partition: ['leadId'], sort: [], casing: 'none' },
});
/** The lead that an agent has at this moment. */
const AgentTurns = entity('callingAgentTurn', {
  fields: z.object({ agentId: z.string(), listId: z.string(), leadId: z.string() }),
  key: { partition: ['agentId'], sort: [], casing: 'none' },
});

export const changedSince = changedSinceOpened('list');

export const everyList = (): Promise<ListRecord[]> => Lists.all('key');
export const findList = (listId: string): Promise<ListRecord | undefined> => Lists.find({ listId });
export const listWrite = (before: ListRecord | undefined, after: ListRecord): object =>
  before ? Lists.put(after, ifVersion(before.version, changedSince)) : Lists.insert(after);
export const listRemoval = (listId: string): object => Lists.remove({ listId });

export const findFill = (listId: string): Promise<Fill | undefined> => Fills.find({ listId });
export const blankFill = (listId: string): Fill => ({
  listId,
  cursor: null,
  newestAt: '',
  isRead: false,
  version: 1,
});
/** The write of a fill that is new, or has to be as it was read; it is looked at then (ms since 1970). */
export const fillWrite = (before: Fill | undefined, after: Fill, at: number): object => {
  const item = { ...after, ...dueAt('callingList', after.listId, at) };
  return before
    ? Fills.put({ ...item, version: before.version + 1 }, ifVersion(before.version))
    : Fills.insert(item);
};
export const fillRemoval = (listId: string): object => Fills.remove({ listId });

export const findEntry = (listId: string, leadId: string): Promise<Entry | undefined> =>
  Entries.find({ listId, leadId });
export const entriesOfLeads = (listId: string, leadIds: readonly string[]): Promise<Entry[]> =>
  Entries.findMany(leadIds.map((leadId) => ({ listId, leadId })));
/** Everything of a list, or its first entries. */
export const entriesOf = (listId: string, count?: number): Promise<Entry[]> =>
  Entries.all('key', { listId }, count ? { count, limit: count } : {});
export const removeEntries = (entries: readonly Entry[]): Promise<void> =>
  Entries.removeEvery(entries.map(({ listId, leadId }) => ({ listId, leadId })));
export const entryInsertion = (entry: Entry): object => Entries.insert(entry);

/** The pool that a lead waits in. */
export const poolOf = ({ isAgentFirst }: Pick<Entry, 'isAgentFirst'>, ownerId: string | null): string =>
  ownerId ?? (isAgentFirst ? agentFirst : anybody);

/** Names the call that the dialler makes for a lead that was drawn: the same draw never makes two. */
export const dialKeyOf = ({ listId, leadId, until }: Pick<Entry, 'listId' | 'leadId' | 'until'>): string =>
  `dial ${listId} ${leadId} ${until}`;

/** The id by which the sweeper knows an entry that somebody has. */
const turnId = ({ listId, leadId }: Pick<Entry, 'listId' | 'leadId'>): string => `${listId}#${leadId}`;

/**
 * The write of an entry that has to be as it was read; one that is taken is looked at when its time is over, or at `at`
 * (ms since 1970).
 */
export const entryWrite = (before: Entry, after: Entry, at: number | string = after.until!): object =>
  Entries.put(
    {
      ...after,
      version: before.version + 1,
      ...(after.state === 'taken' ? dueAt('callingTurn', turnId(after), at) : {}),
    },
    ifVersion(before.version),
  );

/** Entries of a pool that are due by an instant (ISO 8601), those first that are drawn first. */
export async function dueEntries(
  listId: string,
  state: EntryState,
  pool: string,
  by: string,
  limit: number,
): Promise<Entry[]> {
  const { data } = await Entries.query('hopper', { listId, state, pool }).lte({ dueAt: by }).go({ limit });
  return data;
}

/** When the first of a pool is due that is not due yet; ISO 8601. */
export async function firstDueAfter(
  listId: string,
  state: EntryState,
  pool: string,
  after: string,
): Promise<string | undefined> {
  const { data } = await Entries.query('hopper', { listId, state, pool })
    .gt({ dueAt: after })
    .go({ limit: 1 });
  return data[0]?.dueAt;
}

export const findAgentTurn = (agentId: string) => AgentTurns.find({ agentId });

/** The writes that give a lead to an agent: refused where either has a turn. */
export const turnInsertion = (turn: { listId: string; leadId: string; agentId: string }): object[] => [
  LeadTurns.insert(turn),
  AgentTurns.insert(turn),
];
/** The writes that end the turn of a lead and of the agent who has it, if anybody has. */
export const turnRemoval = ({ leadId, agentId }: { leadId: string; agentId: string | null }): object[] => [
  LeadTurns.remove({ leadId }),
  ...(agentId ? [AgentTurns.remove({ agentId })] : []),
];

/** The write by which a lead is rung before there is an agent for it: refused where somebody has it. */
export const lineTurnInsertion = ({ listId, leadId }: { listId: string; leadId: string }): object =>
  LeadTurns.insert({ listId, leadId, agentId: '' });
/** The writes that give such a lead to an agent: refused where they have another. */
export const lineTurnAssignment = (turn: { listId: string; leadId: string; agentId: string }): object[] => [
  LeadTurns.put(turn),
  AgentTurns.insert(turn),
];
/** The writes that take it from the agent again, while the lead stays rung. */
export const lineTurnRelease = (turn: { listId: string; leadId: string; agentId: string }): object[] => [
  LeadTurns.put({ ...turn, agentId: '' }),
  AgentTurns.remove({ agentId: turn.agentId }),
];
/** Of some agents those who have a lead. */
export const agentsWithTurn = async (agentIds: readonly string[]): Promise<Set<string>> =>
  new Set((await AgentTurns.findMany(agentIds.map((agentId) => ({ agentId })))).map((turn) => turn.agentId));

/**
 * An agent who has said that they are ready: the leads of a list are dialled for them, one after another, until they
 * pause. What the screen shows of it lies here too.
 */
const Readiness = entity('callingReadiness', {
  fields: z.object({
    agentId: z.string(),
    listId: z.string(),
    /** False when the dialler has stopped it, for the reason that `waitsFor` has. */
    isReady: z.boolean(),
    since: z.string(),
    /** Of a list that rings leads first: whoever answers next may be theirs. */
    awaitsAnswers: z.boolean().default(false),
    /** Calls in a row that the exchange could not make. */
    failures: z.number(),
    /** Leads that were passed over the last time that one was looked for. */
    passedOver: z.array(z.object({ leadId: z.string(), reason: z.string(), nextAt: z.string().nullable() })),
    /** Why nothing is dialled at the moment; empty while there is no reason. */
    waitsFor: z.string(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['agentId'], casing: 'none' },
  due: true,
});
export type ReadinessRecord = Stored<typeof Readiness>;

export const findReadiness = (agentId: string): Promise<ReadinessRecord | undefined> =>
  Readiness.find({ agentId });
/**
 * The write of an agent's readiness, which is looked at then (ms since 1970) while they are ready; refused where it has
 * changed since.
 */
export const readinessWrite = (
  before: ReadinessRecord | undefined,
  after: ReadinessRecord,
  at: number,
): object =>
  Readiness.put(
    {
      ...after,
      version: (before?.version ?? 0) + 1,
      ...(after.isReady ? dueAt('callingReadiness', after.agentId, at) : {}),
    },
    ifVersion(before?.version ?? 0, new Overtaken()),
  );
/** The agents who have leads of a list dialled for them now. */
export const readyFor = async (listId: string): Promise<ReadinessRecord[]> =>
  (await Readiness.all('key')).filter((one) => one.listId === listId && one.isReady);
export const readinessRemoval = (agentId: string): object => Readiness.remove({ agentId });
