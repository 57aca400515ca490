import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { commit } from '#functions/kernel/table.ts';

/** An exchange may tell the same of a call again for about a day; what was counted is remembered longer. Seconds. */
const rememberedSeconds = 14 * 24 * 3600;

/** That a caller has left a node, as it was told: the same is not counted twice. */
const Visits = entity('dialPlanVisit', {
  fields: z.object({
    planId: z.string(),
    callId: z.string(),
    seq: z.number().int(),
    nodeId: z.string(),
    /** Seconds since 1970, when the table forgets it. */
    expiresAt: z.number(),
  }),
  key: { partition: ['planId', 'callId'], sort: ['seq'] },
  padded: { seq: 6 },
});

/** Callers of a day by node and way out; '' is the way of those whose call ended there. */
const Counts = entity('dialPlanCount', {
  fields: z.object({
    planId: z.string(),
    /** Of the workspace's calendar. */
    day: z.string(),
    nodeId: z.string(),
    way: z.string(),
    visits: z.number(),
    /** Of them those that were the first of a call at the node. */
    callers: z.number(),
    ms: z.number(),
  }),
  // Ids of nodes differ in more than their capitals, but are shown as they are drawn.
  key: { partition: ['planId'], sort: ['day', 'nodeId', 'way'], casing: 'none' },
});
export type PlanCount = Stored<typeof Counts>;

const counted = conflict('It was counted already.');

export interface Visit {
  planId: string;
  callId: string;
  seq: number;
  nodeId: string;
  way: string;
  ms: number;
  day: string;
}

/** Counts that a caller has left a node; the same visit again changes nothing. */
export async function countVisit({ planId, callId, seq, nodeId, way, ms, day }: Visit): Promise<void> {
  const before = await Visits.all('key', { planId, callId });
  if (before.some((one) => one.seq === seq)) return;
  const callers = before.some((one) => one.nodeId === nodeId) ? 0 : 1;
  const expiresAt = clock.seconds() + rememberedSeconds;
  try {
    await commit(
      Visits.insert({ planId, callId, seq, nodeId, expiresAt }, counted),
      Counts.upsert({ planId, day, nodeId, way }).add({ visits: 1, callers, ms }).params(),
    );
  } catch (error) {
    if (error !== counted) throw error;
  }
}

/** What was counted from a day to another, both included. */
export async function countsOf(planId: string, from: string, to: string): Promise<PlanCount[]> {
  const { data } = await Counts.query('key', { planId })
    .between({ day: from }, { day: `${to}\uffff` })
    .go({ pages: 'all' });
  return data;
}
