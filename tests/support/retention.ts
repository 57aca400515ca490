import { onTestFinished } from 'vitest';
import { changeCall } from '#functions/calls/api.ts';
import { insertSubmission } from '#functions/content/submissions/store.ts';
import { workOn } from '#functions/jobs/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock, setClock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { insertMessage } from '#functions/messages/record/message-store.ts';
import { conversationWrites } from '#functions/messages/threads/conversation-store.ts';
import { conversationIdOf } from '#functions/messages/threads/recipient.ts';
import { retentionWork } from '#functions/privacy/retention/due.ts';
import { findRun, readTurn } from '#functions/privacy/retention/store.ts';
import { historyEnd, searchInsertion } from '#functions/tracers/store.ts';
import { api } from '#shared/api/index.ts';
import type { Term } from '#shared/model/retention.ts';
import { eventually } from '#tests/support/eventually.ts';
import { setQueue } from '#tests/support/queue.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { privacy } = api;

export const days = (count: number): Term => ({ unit: 'days', count });
export const months = (count: number): Term => ({ unit: 'months', count });

/** A clock that stands still until it is set: what is old and what is young differ by a millisecond here. */
export function standingClock(start: string) {
  let now = Date.parse(start);
  onTestFinished(
    setClock(
      () => now,
      async (ms) => {
        now += ms;
      },
    ),
  );
  return {
    set: (at: string) => {
      now = Date.parse(at);
    },
    forward: (ms: number) => {
      now += ms;
    },
  };
}

/** A workspace in New York, with ways to make data of a time, to set rules and to let a night come. */
export async function office(start = '2026-03-18T16:00:00.000Z') {
  const time = standingClock(start);
  await setQueue('JOBS');
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  /** Does something at another time. */
  async function at<T>(then: string, work: () => Promise<T>): Promise<T> {
    const now = clock.iso();
    time.set(then);
    const done = await work();
    time.set(now);
    return done;
  }
  const setRule = (kind: string, term: Term | null, more: object = {}) =>
    admin.call(privacy.setRetention, { kind, term, ...more });
  const overview = async () => (await admin.call(privacy.retention, {})).body;
  const preview = async (kind: string, term: Term) =>
    (await admin.call(privacy.previewRetention, { kind, term })).body;
  const runs = async () => (await admin.call(privacy.retentionRuns, {})).body.runs;
  /** Lets the next night come: the sweeper looks, as it would. @returns the run that begins, if one does */
  async function nightFalls(): Promise<string | null> {
    const { nextAt, lastRunId } = await system(readTurn);
    time.set(nextAt!);
    await system(() => retentionWork.look('turn'));
    const turn = await system(readTurn);
    return turn.lastRunId === lastRunId ? null : turn.lastRunId;
  }
  const jobOf = async (runId: string) => (await system(() => findRun(runId)))!.jobId;
  /** Works a run until it is done. */
  async function finish(runId: string) {
    const jobId = await jobOf(runId);
    return eventually(async () => {
      await system(() => workOn({ jobId }));
      const run = (await runs()).find(({ id }) => id === runId)!;
      if (run.status !== 'completed') throw new Error(`The run is ${run.status}.`);
      return run;
    });
  }
  async function night() {
    const runId = await nightFalls();
    if (!runId) throw new Error('No run began.');
    return finish(runId);
  }
  return {
    time,
    tenant,
    admin,
    system,
    at,
    setRule,
    overview,
    preview,
    runs,
    nightFalls,
    jobOf,
    finish,
    night,
  };
}
export type Office = Awaited<ReturnType<typeof office>>;

let made = 0;

export async function makeLead({ admin, at }: Office, when: string, fields: object = {}): Promise<string> {
  const phone = `+1305555${String(1_000 + (made++ % 9_000)).padStart(4, '0')}`;
  const input = { firstName: 'Ada', lastName: `Old${made}`, phones: [phone], ...fields };
  const { body } = await at(when, () => admin.call(api.leads.create, input as never));
  return body.id;
}

export async function makeMessage({ system }: Office, when: string, leadId: string | null = null) {
  const id = newId('msg');
  const conversationId = conversationIdOf(leadId, leadId ?? '+13055550100');
  const message = {
    id,
    key: id,
    conversationId,
    channel: 'sms',
    direction: 'outbound',
    leadId,
    address: '+13055550100',
    ownAddress: '+13055550199',
    provider: 'twilio',
    providerId: null,
    subject: '',
    body: 'Hello',
    quoted: '',
    mediaUrls: [],
    status: 'delivered',
    at: when,
    sentAt: when,
    deliveredAt: when,
    leaseUntil: 0,
    asked: 'no',
    version: 1,
  };
  await system(() => commit(insertMessage(message as never)));
  return id;
}

export async function makeThread(
  { system }: Office,
  when: string,
  leadId: string | null,
  more: object = {},
): Promise<string> {
  const id = conversationIdOf(leadId, leadId ?? newId('adr'));
  const thread = {
    id,
    leadId,
    address: '+13055550100',
    ownerId: null,
    ownAddress: null,
    provider: null,
    campaignId: null,
    last: { id: 'msg_1', channel: 'sms', direction: 'outbound', text: 'Hello', at: when },
    lastSource: null,
    unread: 0,
    messages: 1,
    optedOut: [],
    waitingSince: null,
    lastInboundAt: null,
    at: when,
    smsAt: when,
    version: 0,
    ...more,
  };
  await system(() => commit(conversationWrites(undefined, thread as never)));
  return id;
}

export async function makeCall({ admin, at, system }: Office, when: string, more: object = {}) {
  const { callbackAt, ...fields } = more as { callbackAt?: string };
  return at(when, async () => {
    const input = { phone: '+13055550111', status: 'completed', notes: 'Wants a quote', ...fields };
    const { body } = await admin.call(api.calls.create, input as never);
    if (callbackAt) await system(() => changeCall(body.id, { callbackAt }));
    return body.id as string;
  });
}

export async function makeSubmission({ admin, system }: Office, when: string, more: object = {}) {
  const { body } = await admin.call(api.content.list, {});
  const there = body.projects[0]?.id;
  const projectId = there ?? (await admin.call(api.content.create, { name: 'Form' })).body.id;
  const submissionId = newId('sub');
  const submission = {
    submissionId,
    projectId,
    publicId: 'pub_1',
    elementId: 'elm_1',
    kind: 'contact' as const,
    fields: [{ name: 'email', label: 'Your mail', answer: 'ada@example.com' }],
    action: 'email' as const,
    target: 'office@example.com',
    addressHash: 'x',
    status: 'delivered' as const,
    attempts: 1,
    at: when,
    ...more,
  };
  await system(() => commit(insertSubmission(submission)));
  return submissionId;
}

export async function makeSearch({ tenant, system }: Office, when: string) {
  const searchId = newId('trs');
  const search = {
    searchId,
    at: when,
    kind: 'phone',
    query: { phone: '+13055550100' },
    purpose: 'verification',
    leadId: null,
    enrichmentId: null,
    userId: tenant.admin.userId,
    username: 'boss',
    state: 'answered',
    billed: 'yes',
    cached: false,
    cost: null,
    matches: 1,
    error: null,
    sandbox: true,
    question: newId('question'),
    expiresAt: historyEnd(),
    version: 1,
  };
  await system(() => commit(searchInsertion(search as never)));
  return searchId;
}
