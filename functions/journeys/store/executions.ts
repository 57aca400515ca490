import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { Execution } from '#shared/model/journey/journey.ts';

/** What was done is kept as long as the events that tell of it; seconds. */
const keepSeconds = 400 * 24 * 3600;

const Executions = new Entity(
  {
    model: model('journeyexecution'),
    attributes: {
      tenantId: { type: 'number', required: true },
      enrolmentId: { type: 'string', required: true },
      seq: { type: 'string', required: true },
      body: { type: 'any', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      ofEnrolment: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'enrolmentId'] },
        sk: { ...keys.primary.sk, composite: ['seq'] },
      },
    },
  },
  connection,
);

const padded = (seq: number) => String(seq).padStart(6, '0');

/** An execution's id is that of its enrolment and the place in it, so it needs no index. */
export const executionIdOf = (enrolmentId: string, seq: number): string =>
  `jex_${enrolmentId.slice(4)}-${seq}`;

export function partsOfExecution(executionId: string): { enrolmentId: string; seq: number } | undefined {
  const found = /^jex_(.+)-(\d{1,6})$/.exec(executionId);
  return found ? { enrolmentId: `ljn_${found[1]}`, seq: Number(found[2]) } : undefined;
}

/** An ended step; written with the change of its enrolment, which lets only one of two writers through. */
export const insertExecution = (seq: number, execution: Execution) =>
  Executions.put({
    tenantId: tenantOf(),
    enrolmentId: execution.enrolmentId,
    seq: padded(seq),
    body: execution,
    expiresAt: clock.seconds() + keepSeconds,
  }).params();

/** What one enrolment has been through, newest first. */
export async function historyOf(enrolmentId: string, limit: number, cursor: string | null) {
  const page = await fromCursor(
    (options) =>
      Executions.query
        .ofEnrolment({ tenantId: tenantOf(), enrolmentId })
        .go({ ...options, order: 'desc', consistent: true }),
    cursor,
    limit,
  );
  return {
    history: page.data.map((stored) => ofTenant<{ body: Execution }>(stored).body),
    cursor: page.cursor,
  };
}

export async function removeHistory(enrolmentId: string): Promise<void> {
  const { data } = await Executions.query
    .ofEnrolment({ tenantId: tenantOf(), enrolmentId })
    .go({ pages: 'all', attributes: ['seq'] });
  if (data.length > 0)
    await Executions.delete(data.map(({ seq }) => ({ tenantId: tenantOf(), enrolmentId, seq }))).go();
}
