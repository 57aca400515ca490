import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems } from '#functions/kernel/due.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';

/** Submissions that are handed on as soon as something may leave the tenant again. */
const HeldSubmissions = new Entity(
  {
    model: model('heldSubmission'),
    attributes: {
      tenantId: { type: 'number', required: true },
      submissionId: { type: 'string', required: true },
      ...dueAttributes,
    },
    indexes: {
      ofTenant: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['submissionId'] },
      },
    },
  },
  connection,
);

const own = (submissionId: string) => ({ tenantId: tenantOf(), submissionId });

export const holdSubmission = (submissionId: string): Promise<unknown> =>
  HeldSubmissions.put({ ...own(submissionId), ...dueAt('heldSubmission', submissionId) }).go();

export const letGoOfSubmission = (submissionId: string): Promise<unknown> =>
  HeldSubmissions.delete(own(submissionId)).go();

export async function isHeld(submissionId: string): Promise<boolean> {
  const { data } = await HeldSubmissions.get(own(submissionId)).go({ consistent: true });
  return data !== null;
}

export const earlierHeld = () =>
  earlierItems(HeldSubmissions.query.ofTenant({ tenantId: tenantOf() }), 'submissionId');
