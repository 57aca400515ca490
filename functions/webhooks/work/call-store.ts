import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, earlierItems } from '#functions/kernel/due.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';

/** A run that has come to no end is given up after so many days: nobody wants a call about last week's form. */
export const runDays = 3;

/** The calls that one row of a delivery has made: one attempt after another, until somebody answers. */
const CallRuns = entity('webhookCallRun', {
  fields: z.object({
    runId: z.string(),
    webhookId: z.string(),
    leadId: z.string(),
    phone: z.string(),
    state: z.enum(['waiting', 'calling', 'done', 'given_up']),
    /** Attempts that came to an end. */
    ended: z.number(),
    maxAttempts: z.number(),
    /** Seconds. */
    delay: z.number(),
    amd: z.boolean(),
    context: z.string().nullable(),
    transferNumber: z.string().nullable(),
    callId: z.string().optional(),
    /** The calls whose end was counted: each may be told again, also after the next. */
    counted: z.array(z.string()).optional(),
    startedAt: z.string(),
    /** When the next attempt is due. */
    dueAt: z.string(),
    /** When it is given up. */
    until: z.string(),
    note: z.string().nullable(),
    /** 'due' while an attempt is to come. */
    due: z.enum(['due', 'idle']),
    expiresAt: z.number(),
  }),
  key: { partition: ['runId'], sort: [] },
  indexes: { whenDue: { index: 'gsi2', partition: ['due'], sort: ['dueAt'], retired: true } },
  due: true,
});
export type CallRun = Stored<typeof CallRuns>;

/** Leads whose calls a webhook stopped: what was to come of those that began before does not. */
const CallStops = entity('webhookCallStop', {
  fields: z.object({ leadId: z.string(), at: z.string(), expiresAt: z.number() }),
  key: { partition: ['leadId'], sort: [] },
});

/** Ends the calls of a lead that are to come. */
export const stopCalls = (leadId: string): Promise<void> =>
  writeOne(CallStops.put({ leadId, at: clock.iso(), expiresAt: clock.seconds() + runDays * 86_400 }));

/** Whether a lead's calls were stopped after a run had begun. */
export async function isStopped({
  leadId,
  startedAt,
}: Pick<CallRun, 'leadId' | 'startedAt'>): Promise<boolean> {
  const stop = await CallStops.find({ leadId });
  return stop !== undefined && stop.at >= startedAt;
}

export const findRun = (runId: string) => CallRuns.find({ runId });

const runItem = (run: CallRun) => ({
  ...run,
  ...(run.due === 'due' ? dueAt('webhookCall', run.runId, run.dueAt) : {}),
});

/** Refused when there is one of that id already. */
export const insertRun = (run: CallRun) => CallRuns.insert(runItem(run));

/** Replaces a run that nobody has moved on since it was read. */
export const replaceRun = (before: CallRun, after: CallRun) =>
  CallRuns.put(runItem(after), {
    where: ({ state, ended, dueAt }, { eq }) =>
      `${eq(state, before.state)} AND ${eq(ended, before.ended)} AND ${eq(dueAt, before.dueAt)}`,
  });

export const earlierRuns = () => earlierItems(CallRuns.query('whenDue', { due: 'due' }), 'runId');

/** Takes a run away, which names its lead's number; what is left of its calls does not come. */
export const removeRun = (runId: string): Promise<void> => CallRuns.removeEvery([{ runId }]);
