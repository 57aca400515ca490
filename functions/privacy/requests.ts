import { actorName, tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry, recordAudit } from '#functions/kernel/audit.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { findJob, newJob } from '#functions/kernel/paged-job.ts';
import type { JobRecord } from '#functions/kernel/paged-job-store.ts';
import { commit } from '#functions/kernel/table.ts';
import { leadsOnHold } from '#functions/leads/api.ts';
import { tenantById } from '#functions/tenants/api.ts';
import {
  type PrivacyAsker,
  type PrivacyDetails,
  type PrivacyKind,
  type PrivacyRequest,
  type PrivacyStatus,
  privacyKindLabels,
  privacyLimits,
} from '#shared/model/privacy.ts';
import { byName } from './by-name.ts';
import { fileKey } from './files.ts';
import { certificateOf } from './html.ts';
import { labelOf, marksOf, resolvePerson, shortened, type Whom } from './person.ts';
import {
  everyRequest,
  findRequest,
  insertRequest,
  jobKind,
  type RequestRecord,
  replaceRequest,
  requestsPage,
  stepsOf,
} from './store.ts';

/** Life of a download's address, in seconds. */
const expiresIn = 300;
const dayMs = 86_400_000;

const target = ({ requestId, label }: RequestRecord) => ({
  kind: 'privacyRequest',
  id: requestId,
  name: label,
});

function statusOf({ completedAt }: RequestRecord, job: JobRecord | undefined): PrivacyStatus {
  if (completedAt !== null) return 'completed';
  return job?.status === 'running' ? 'running' : 'failed';
}

async function requestView(request: RequestRecord): Promise<PrivacyRequest> {
  const { requestId, kind, label, leadIds, askedBy, reason, createdAt, completedAt } = request;
  const job = await findJob(request.jobId);
  const status = statusOf(request, job);
  const progress = status === 'completed' ? 1 : job?.total ? Math.min(1, job.seen / job.total) : 0;
  return {
    id: requestId,
    kind,
    status,
    person: label,
    leadIds,
    askedBy,
    reason,
    progress,
    error: status === 'failed' ? (job?.error ?? 'The work on it was lost.') : null,
    hasFile: hasFile(request),
    createdAt,
    createdBy: request.createdByName,
    dueBy: new Date(Date.parse(createdAt) + privacyLimits.answerDays * dayMs).toISOString(),
    completedAt,
  };
}

/** The bucket removes the file by itself. */
const hasFile = ({ fileBytes, completedAt }: RequestRecord): boolean =>
  fileBytes !== null &&
  completedAt !== null &&
  Date.parse(completedAt) + privacyLimits.fileDays * dayMs > clock.now();

/** @throws 404 */
async function requestOr404(requestId: string): Promise<RequestRecord> {
  const request = await findRequest(requestId);
  if (!request) throw notFound('The request');
  return request;
}

const jobOfRequest = ({ requestId, kind }: Pick<RequestRecord, 'requestId' | 'kind'>) =>
  newJob({
    kind: jobKind,
    title: privacyKindLabels[kind],
    subjectId: requestId,
    input: { requestId },
    // Half of a person erased is worse than all of it.
    isCancellable: false,
    link: `/settings/privacy?request=${requestId}`,
  });

/**
 * Begins to export or to erase what is held of a person. @throws 400, 404; 409 'already_asked' while another request about
 * them is not done
 */
export async function createRequest({
  kind,
  askedBy,
  reason,
  ...whom
}: Whom & { kind: PrivacyKind; askedBy: PrivacyAsker; reason: string }): Promise<PrivacyRequest> {
  const { subject, shared } = await resolvePerson(whom);
  if (subject.leadIds.length + subject.phones.length + subject.emails.length === 0)
    throw badRequest(
      'Nothing names this person: the lead has gone, or another one has all that it is known by.',
    );
  if (kind === 'erasure' && (await leadsOnHold(subject.leadIds)).size > 0)
    throw conflict(
      'A lead of this person is on legal hold, so nothing of them may be erased (Art. 17(3)(e) GDPR). Lift the hold on the lead’s page first.',
      undefined,
      'on_hold',
    );
  const marks = marksOf(subject);
  const open = (await everyRequest()).find(
    (one) =>
      one.completedAt === null &&
      (one.leadIds.some((id) => subject.leadIds.includes(id)) ||
        one.marks.some((mark) => marks.includes(mark))),
  );
  if (open)
    throw conflict(
      'A request about this person is not done yet.',
      { requestId: open.requestId },
      'already_asked',
    );
  const requestId = newId('prq');
  const { job, write, begin } = jobOfRequest({ requestId, kind });
  const request: RequestRecord = {
    requestId,
    kind,
    label: labelOf(subject),
    leadIds: [...subject.leadIds],
    marks,
    subject,
    shared: shared.map(shortened),
    askedBy,
    reason,
    jobId: job.jobId,
    fileBytes: null,
    createdAt: clock.iso(),
    createdBy: actorName(),
    createdByName: byName(),
    completedAt: null,
    version: 1,
  };
  await commit(
    insertRequest(request),
    write,
    auditEntry('privacy.requested', target(request), { kind, askedBy }),
  );
  await begin();
  return requestView(request);
}

/** Resumes a request that was not finished. @throws 404, 409 */
export async function resumeRequest(requestId: string): Promise<PrivacyRequest> {
  const request = await requestOr404(requestId);
  const status = statusOf(request, await findJob(request.jobId));
  if (status !== 'failed')
    throw conflict(status === 'running' ? 'The request is being worked.' : 'The request is done.');
  const { job, write, begin } = jobOfRequest(request);
  const after = { ...request, jobId: job.jobId };
  await commit(replaceRequest(request, { jobId: job.jobId }), write);
  await begin();
  return requestView(after);
}

export async function listRequests(limit: number, cursor: string | undefined) {
  const page = await requestsPage(limit, cursor);
  return { requests: await Promise.all(page.requests.map(requestView)), nextCursor: page.cursor };
}

/** @throws 404 */
export async function requestDetails(requestId: string): Promise<PrivacyDetails> {
  const request = await requestOr404(requestId);
  const steps = (await stepsOf(requestId)).sort((one, other) => one.place - other.place);
  return {
    ...(await requestView(request)),
    shared: request.shared,
    fileBytes: request.fileBytes,
    steps: steps.map(({ kind, title, found, left, kept }) => ({ kind, title, found, left, kept })),
  };
}

/** @throws 404; 409 while there is no file, or none any more */
export async function downloadOf(requestId: string) {
  const request = await requestOr404(requestId);
  if (!hasFile(request))
    throw conflict(
      request.kind === 'erasure'
        ? 'An erasure has no file.'
        : request.completedAt === null
          ? 'The file is being made.'
          : 'The file is gone. Please begin a new request.',
      undefined,
      'no_file',
    );
  const filename = `personal data ${request.createdAt.slice(0, 10)} ${requestId}.zip`;
  const url = await bucket('exports').downloadUrl(fileKey(requestId), filename, expiresIn);
  await recordAudit('privacy.downloaded', target(request), {});
  return { url, filename, expiresIn };
}

/** @throws 404; 409 before it is done */
export async function certificate(requestId: string) {
  const details = await requestDetails(requestId);
  if (details.status !== 'completed') throw conflict('The request is not done yet.', undefined, 'not_done');
  const { name } = await tenantById(tenantOf());
  return { filename: `certificate ${requestId}.html`, html: certificateOf(details, name) };
}
