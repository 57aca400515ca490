import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import type { Execution } from '#shared/model/journey/journey.ts';

/** What was done is kept as long as the events that tell of it; seconds. */
const keepSeconds = 400 * 24 * 3600;

const Executions = entity('journeyexecution', {
  fields: z.object({
    enrolmentId: z.string(),
    seq: z.string(),
    body: z.custom<Execution>(),
    expiresAt: z.number(),
  }),
  key: { partition: ['enrolmentId'], sort: ['seq'] },
});

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
    enrolmentId: execution.enrolmentId,
    seq: padded(seq),
    body: execution,
    expiresAt: clock.seconds() + keepSeconds,
  });

/** What one enrolment has been through, newest first. */
export async function historyOf(enrolmentId: string, limit: number, cursor: string | null) {
  const query = Executions.query('key', { enrolmentId });
  const page = await fromCursor(
    (options) => query.go({ ...options, order: 'desc', consistent: true }),
    cursor,
    limit,
  );
  return { history: page.data.map(({ body }) => body), cursor: page.cursor };
}

export async function removeHistory(enrolmentId: string): Promise<void> {
  await Executions.removeEvery(
    await Executions.all('key', { enrolmentId }, { attributes: ['enrolmentId', 'seq'] }),
  );
}
