import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { pageOf } from '#functions/kernel/paging.ts';
import { writeOne } from '#functions/kernel/table.ts';

export interface SubmittedField {
  name: string;
  label: string;
  answer: string | number | string[];
}

const Submissions = entity('submission', {
  fields: z.object({
    submissionId: z.string(),
    projectId: z.string(),
    publicId: z.string(),
    elementId: z.string(),
    kind: z.enum(['contact', 'survey']),
    /** What was asked and answered. */
    fields: z.custom<SubmittedField[]>(),
    /** Where it is handed on to, as it stood when it was sent. */
    action: z.enum(['email', 'webhook']),
    target: z.string(),
    /** Keyed hash of the visitor's address: tells that two came from one, and no more. */
    addressHash: z.string(),
    status: z.enum(['pending', 'retrying', 'delivered', 'failed']),
    attempts: z.number(),
    deliveryError: z.string().optional(),
    deliveredAt: z.string().optional(),
    at: z.string(),
  }),
  key: { partition: ['submissionId'], sort: [] },
  indexes: { ofProject: { index: 'gsi1', partition: ['projectId'], sort: ['at', 'submissionId'] } },
});
export type Submission = Stored<typeof Submissions>;

/** What comes in within a window of time, counted for an address or a sign. */
const Tallies = entity('formtally', {
  fields: z.object({
    subject: z.string(),
    count: z.number(),
    /** TTL, in seconds. */
    expiresAt: z.number(),
  }),
  key: { partition: ['subject'], sort: [] },
});

export const findSubmission = (submissionId: string): Promise<Submission | undefined> =>
  Submissions.find({ submissionId });

/** Refused when there is one of that id already. */
export const insertSubmission = (submission: Submission) => Submissions.insert(submission);

export const noteDelivery = (
  submissionId: string,
  note: Partial<Pick<Submission, 'status' | 'attempts' | 'deliveryError' | 'deliveredAt'>>,
): Promise<void> => writeOne(Submissions.patch({ submissionId }).set(note).params());

/** A project's submissions, newest first. */
export const pageOfSubmissions = (projectId: string, page: number, limit: number): Promise<Submission[]> =>
  pageOf(
    (options) => Submissions.query('ofProject', { projectId }).go({ ...options, order: 'desc' }),
    page,
    limit,
  );

/** A project's submissions, newest first, at most so many. */
export const latestSubmissions = (projectId: string, most: number): Promise<Submission[]> =>
  Submissions.all('ofProject', { projectId }, { order: 'desc', count: most });

/** A page of a project's submissions from a cursor on. */
export async function submissionsAfter(projectId: string, cursor: string | null, limit: number) {
  const page = await Submissions.query('ofProject', { projectId }).go({ cursor, limit });
  return { submissions: page.data, cursor: page.cursor };
}

/** A page of a project's submissions from before an instant (ISO 8601), the oldest first. */
export async function submissionsBefore(
  projectId: string,
  before: string,
  cursor: string | null,
  limit: number,
) {
  const query = Submissions.query('ofProject', { projectId }).between({ at: '' }, { at: before });
  const page = await query.go({ cursor, limit });
  return { submissions: page.data, cursor: page.cursor };
}

/** Begins the delivery of one that has failed again. */
export const restartDelivery = (submissionId: string, delivery: Pick<Submission, 'action' | 'target'>) =>
  Submissions.patch({ submissionId })
    .set({ ...delivery, status: 'pending', attempts: 0, deliveryError: '' })
    .where((at, op) => op.eq(at.status, 'failed'))
    .params();

export const removeSubmission = (submissionId: string): Promise<void> =>
  writeOne(Submissions.remove({ submissionId }));

export async function submissionIdsOf(projectId: string): Promise<string[]> {
  const submissions = await Submissions.all('ofProject', { projectId }, { attributes: ['submissionId'] });
  return submissions.map(({ submissionId }) => submissionId);
}

export async function removeSubmissionsOf(projectId: string): Promise<void> {
  const ids = await submissionIdsOf(projectId);
  await Submissions.removeEvery(ids.map((submissionId) => ({ submissionId })));
}

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
  const { data } = await Tallies.upsert({ subject: `${subject}|${window}` })
    .add({ count: 1 })
    .ifNotExists({ expiresAt: end + 60 })
    .go({ response: 'all_new' });
  return { count: data.count ?? 1, secondsLeft: Math.max(1, end - now) };
}
