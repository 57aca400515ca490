import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import type { Subject } from '#functions/kernel/personal-data.ts';
import { privacyAskers, privacyKinds } from '#shared/model/privacy.ts';

/** The kind of the job that works a request. */
export const jobKind = 'privacy.request';

/**
 * A request of a person about their data. What names them is kept while it is worked, and goes with the end: what stays
 * proves that it was done.
 */
const Requests = entity('privacyRequest', {
  fields: z.object({
    requestId: z.string(),
    kind: z.enum(privacyKinds),
    /** So much of the person that staff know whom it was about, and no more. */
    label: z.string(),
    leadIds: z.array(z.string()),
    /** Hashes of their numbers and addresses, by which a later request about them is known. */
    marks: z.array(z.string()),
    /** While it is worked. */
    subject: z.custom<Subject>().nullable(),
    /** Addresses that another lead has too, shortened. */
    shared: z.array(z.string()),
    askedBy: z.enum(privacyAskers),
    reason: z.string(),
    jobId: z.string(),
    /** Of the file, once there is one. */
    fileBytes: z.number().nullable(),
    createdAt: z.string(),
    createdBy: z.string(),
    createdByName: z.string(),
    completedAt: z.string().nullable(),
    version: z.number(),
  }),
  // Its id sorts by time.
  key: { partition: [], sort: ['requestId'], casing: 'none' },
});
export type RequestRecord = Stored<typeof Requests>;

export const findRequest = (requestId: string): Promise<RequestRecord | undefined> =>
  Requests.find({ requestId });
export const insertRequest = (request: RequestRecord): object => Requests.insert(request);
/** The write of a change; refused where it has changed since it was read. */
export const replaceRequest = (before: RequestRecord, changes: Partial<RequestRecord>): object =>
  Requests.put({ ...before, ...changes, version: before.version + 1 }, ifVersion(before.version));

/** A page of requests, the newest first. */
export async function requestsPage(limit: number, cursor: string | null | undefined) {
  const query = Requests.query('key');
  const page = await fromCursor(
    (options) => query.go({ ...options, order: 'desc', consistent: true }),
    cursor,
    limit,
  );
  return { requests: page.data, cursor: page.cursor };
}

export const everyRequest = (): Promise<RequestRecord[]> => Requests.all('key');

/** What became of one kind of data in a request; the work writes it again as often as it looks. */
const Steps = entity('privacyStep', {
  fields: z.object({
    requestId: z.string(),
    kind: z.string(),
    /** Its place among all kinds. */
    place: z.number(),
    title: z.string(),
    kept: z.string(),
    found: z.number(),
    left: z.number().nullable(),
  }),
  key: { partition: ['requestId'], sort: ['kind'], casing: 'none' },
});
export type StepRecord = Stored<typeof Steps>;

export const stepsOf = (requestId: string): Promise<StepRecord[]> => Steps.all('key', { requestId });
export const findStep = (requestId: string, kind: string): Promise<StepRecord | undefined> =>
  Steps.find({ requestId, kind });
export const putStep = (step: StepRecord): object => Steps.put(step);
