import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, dueAttributes, earlierItems } from '#functions/kernel/due.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';

const { primary, gsi2 } = keys;

/** A run that has come to no end is given up after so many days: nobody wants a call about last week's form. */
export const runDays = 3;

export const runStates = ['waiting', 'calling', 'done', 'given_up'] as const;

/** The calls that one row of a delivery has made: one attempt after another, until somebody answers. */
const CallRuns = new Entity(
  {
    model: model('webhookCallRun'),
    attributes: {
      tenantId: { type: 'number', required: true },
      runId: { type: 'string', required: true },
      webhookId: { type: 'string', required: true },
      leadId: { type: 'string', required: true },
      phone: { type: 'string', required: true },
      state: { type: runStates, required: true },
      /** Attempts that came to an end. */
      ended: { type: 'number', required: true },
      maxAttempts: { type: 'number', required: true },
      /** Seconds. */
      delay: { type: 'number', required: true },
      amd: { type: 'boolean', required: true },
      context: { type: 'string' },
      transferNumber: { type: 'string' },
      callId: { type: 'string' },
      /** The calls whose end was counted: each may be told again, also after the next. */
      counted: { type: 'list', items: { type: 'string' } },
      startedAt: { type: 'string', required: true },
      /** When the next attempt is due. */
      dueAt: { type: 'string', required: true },
      /** When it is given up. */
      until: { type: 'string', required: true },
      note: { type: 'string' },
      /** 'due' while an attempt is to come. */
      due: { type: ['due', 'idle'] as const, required: true },
      expiresAt: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      byId: {
        pk: { ...primary.pk, composite: ['tenantId', 'runId'] },
        sk: { ...primary.sk, composite: [] },
      },
      whenDue: {
        index: gsi2.index,
        pk: { ...gsi2.pk, composite: ['tenantId', 'due'] },
        sk: { ...gsi2.sk, composite: ['dueAt'] },
        // Runs of earlier versions alone lie in it.
        condition: () => false,
      },
    },
  },
  connection,
);

/** Leads whose calls a webhook stopped: what was to come of those that began before does not. */
const CallStops = new Entity(
  {
    model: model('webhookCallStop'),
    attributes: {
      tenantId: { type: 'number', required: true },
      leadId: { type: 'string', required: true },
      at: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      ofLead: {
        pk: { ...primary.pk, composite: ['tenantId', 'leadId'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

/** Ends the calls of a lead that are to come. */
export async function stopCalls(leadId: string): Promise<void> {
  const expiresAt = clock.seconds() + runDays * 86_400;
  await CallStops.put({ tenantId: tenantOf(), leadId, at: clock.iso(), expiresAt }).go();
}

/** Whether a lead's calls were stopped after a run had begun. */
export async function isStopped({
  leadId,
  startedAt,
}: Pick<CallRun, 'leadId' | 'startedAt'>): Promise<boolean> {
  const { data } = await CallStops.get({ tenantId: tenantOf(), leadId }).go({ consistent: true });
  return data !== null && data.at >= startedAt;
}

export type CallRun = Omit<EntityItem<typeof CallRuns>, 'tenantId'>;

const own = (runId: string) => ({ tenantId: tenantOf(), runId });

export async function findRun(runId: string): Promise<CallRun | undefined> {
  const { data } = await CallRuns.get(own(runId)).go({ consistent: true });
  return data ? ofTenant<CallRun>(data) : undefined;
}

const runItem = (run: CallRun) => ({
  tenantId: tenantOf(),
  ...run,
  ...(run.due === 'due' ? dueAt('webhookCall', run.runId, run.dueAt) : {}),
});

/** Refused when there is one of that id already. */
export const insertRun = (run: CallRun) => CallRuns.create(runItem(run)).params();

/** Replaces a run that nobody has moved on since it was read. */
export const replaceRun = (before: CallRun, after: CallRun) =>
  CallRuns.put(runItem(after))
    .where(
      ({ state, ended, dueAt }, { eq }) =>
        `${eq(state, before.state)} AND ${eq(ended, before.ended)} AND ${eq(dueAt, before.dueAt)}`,
    )
    .params();

export const earlierRuns = () =>
  earlierItems(CallRuns.query.whenDue({ tenantId: tenantOf(), due: 'due' }), 'runId');
