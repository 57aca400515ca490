import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { pageOf } from '#functions/kernel/paging.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';

const Submissions = new Entity(
  {
    model: model('submission'),
    attributes: {
      tenantId: { type: 'number', required: true },
      submissionId: { type: 'string', required: true },
      projectId: { type: 'string', required: true },
      publicId: { type: 'string', required: true },
      elementId: { type: 'string', required: true },
      kind: { type: ['contact', 'survey'] as const, required: true },
      /** What was asked and answered: name, label and answer of each field. */
      fields: { type: 'any', required: true },
      /** Where it is handed on to, as it stood when it was sent. */
      action: { type: ['email', 'webhook'] as const, required: true },
      target: { type: 'string', required: true },
      /** Keyed hash of the visitor's address: tells that two came from one, and no more. */
      addressHash: { type: 'string', required: true },
      status: { type: ['pending', 'retrying', 'delivered', 'failed'] as const, required: true },
      attempts: { type: 'number', required: true },
      deliveryError: { type: 'string' },
      deliveredAt: { type: 'string' },
      at: { type: 'string', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'submissionId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
      ofProject: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId', 'projectId'] },
        sk: { ...keys.gsi1.sk, composite: ['at', 'submissionId'] },
      },
    },
  },
  connection,
);

export interface SubmittedField {
  name: string;
  label: string;
  answer: string | number | string[];
}

export type Submission = Omit<EntityItem<typeof Submissions>, 'tenantId' | 'fields'> & {
  fields: SubmittedField[];
};

const own = (submissionId: string) => ({ tenantId: tenantOf(), submissionId });

export async function findSubmission(submissionId: string): Promise<Submission | undefined> {
  const { data } = await Submissions.get(own(submissionId)).go({ consistent: true });
  return data ? ofTenant<Submission>(data) : undefined;
}

/** Refused when there is one of that id already. */
export const insertSubmission = (item: Submission) =>
  Submissions.create({ tenantId: tenantOf(), ...item }).params();

export const noteDelivery = (
  submissionId: string,
  note: Partial<Pick<Submission, 'status' | 'attempts' | 'deliveryError' | 'deliveredAt'>>,
) => Submissions.patch(own(submissionId)).set(note).go();

const ofProject = (projectId: string) => Submissions.query.ofProject({ tenantId: tenantOf(), projectId });

/** A project's submissions, newest first. */
export async function pageOfSubmissions(
  projectId: string,
  page: number,
  limit: number,
): Promise<Submission[]> {
  const items = await pageOf(
    async ({ cursor, limit: count }) => ofProject(projectId).go({ order: 'desc', cursor, limit: count }),
    page,
    limit,
  );
  return items.map(ofTenant<Submission>);
}

/** A project's submissions, newest first, at most so many. */
export async function latestSubmissions(projectId: string, most: number): Promise<Submission[]> {
  const { data } = await ofProject(projectId).go({ order: 'desc', pages: 'all', count: most });
  return data.map(ofTenant<Submission>);
}

/** Begins the delivery of one that has failed again. */
export const restartDelivery = (submissionId: string, delivery: Pick<Submission, 'action' | 'target'>) =>
  Submissions.patch(own(submissionId))
    .set({ ...delivery, status: 'pending', attempts: 0, deliveryError: '' })
    .where((at, op) => op.eq(at.status, 'failed'))
    .params();

export const removeSubmission = (submissionId: string) => Submissions.delete(own(submissionId)).go();

export async function submissionIdsOf(projectId: string): Promise<string[]> {
  const { data } = await ofProject(projectId).go({ pages: 'all', attributes: ['submissionId'] });
  return data.map(({ submissionId }) => submissionId);
}

export async function removeSubmissionsOf(projectId: string): Promise<void> {
  const ids = await submissionIdsOf(projectId);
  for (let start = 0; start < ids.length; start += 25)
    await Submissions.delete(ids.slice(start, start + 25).map(own)).go();
}

/** What comes in within a window of time, counted for an address or a sign. */
const Tallies = new Entity(
  {
    model: model('formtally'),
    attributes: {
      tenantId: { type: 'number', required: true },
      subject: { type: 'string', required: true },
      count: { type: 'number', required: true },
      /** TTL, in seconds. */
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'subject'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
    },
  },
  connection,
);

/**
 * Counts one more in the window under way, in one atomic step.
 * @returns the count, and the seconds until the window ends
 */
export async function tally(
  subject: string,
  windowSeconds: number,
): Promise<{ count: number; secondsLeft: number }> {
  const now = clock.seconds();
  // The window is part of the key: none has to be closed, and the TTL sweeps them.
  const window = Math.floor(now / windowSeconds);
  const end = (window + 1) * windowSeconds;
  const { data } = await Tallies.upsert({ tenantId: tenantOf(), subject: `${subject}|${window}` })
    .add({ count: 1 })
    .ifNotExists({ expiresAt: end + 60 })
    .go({ response: 'all_new' });
  return { count: data.count ?? 1, secondsLeft: Math.max(1, end - now) };
}
