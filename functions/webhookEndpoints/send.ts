import { Webhook as StandardWebhook } from 'standardwebhooks';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { jobWork } from '#functions/kernel/job.ts';
import { send } from '#functions/kernel/queue.ts';
import { unsealRemembered } from '#functions/kernel/secrets.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { nextDayOfCaps, ownCaps, ownStanding, takeOfDay } from '#functions/tenants/api.ts';
import { endpointLimits as limits, retrySeconds } from '#shared/model/webhook-endpoint.ts';
import { type Posted, post } from './post.ts';
import {
  disableEndpoint,
  type EndpointRecord,
  Endpoints,
  earlierSendings,
  findSending,
  insertSending,
  noteAttempt,
  replaceSending,
  type SendingRecord,
} from './store.ts';

const daySeconds = 86_400;
/** An attempt that was begun and of which nothing was heard again is made again after so long; ms. */
const leaseMs = 60_000;
/** A message of the queue waits at most so long; what is due later is found by the minute's look. Seconds. */
const longestDelay = 900;
/** What an endpoint's signing secret is sealed for; it opens as nothing else. */
export const secretPurpose = 'webhook-endpoint';
/** A message of a tenant that may not send is looked at again after so long; seconds. */
const heldSeconds = 900;

const later = (seconds: number) => new Date(clock.now() + seconds * 1000).toISOString();

export interface NewSending {
  endpointId: string;
  type: string;
  payload: object;
  /** Names the message: the same key again is the same message. */
  key: string;
  replayOf?: string;
  /** What is posted, where it is there already. */
  body?: string;
}

/** Keeps a message and has it sent. @throws 400 when it is too large */
export async function keepSending({
  endpointId,
  type,
  payload,
  key,
  replayOf,
  body,
}: NewSending): Promise<string> {
  const messageId = deterministicId('whm', endpointId, key);
  const at = clock.iso();
  const text = body ?? JSON.stringify({ type, timestamp: at, data: payload });
  if (Buffer.byteLength(text) > limits.payload) throw badRequest('The message is too large to be sent.');
  const record: SendingRecord = {
    messageId,
    endpointId,
    type,
    status: 'pending',
    at,
    payload: text,
    attempts: [],
    replayOf: replayOf ?? null,
    nextAt: at,
    due: 'due',
    version: 1,
    expiresAt: clock.seconds() + limits.keepDays * daySeconds,
  };
  try {
    await commit(
      insertSending(record),
      event('webhook.sending.queued', messageId, { endpointId, messageId }),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
  return messageId;
}

const idle = (record: SendingRecord): SendingRecord => ({ ...record, due: 'idle' });

async function moved(record: SendingRecord): Promise<SendingRecord | undefined> {
  const after = { ...record, version: record.version + 1 };
  try {
    await commit(replaceSending(after));
    return after;
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

/** Headers of Standard Webhooks over the body; a repeated attempt has the same id and its own time. */
async function signed(
  { messageId, payload }: Pick<SendingRecord, 'messageId' | 'payload'>,
  { sealedSecret }: EndpointRecord,
) {
  const secret = await unsealRemembered(secretPurpose, sealedSecret);
  const at = clock.date();
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(clock.seconds()),
    'webhook-signature': new StandardWebhook(secret).sign(messageId, at, payload),
  };
}

/**
 * Asks an endpoint something and answers the beginning of what it said: once, with no later attempt, because somebody
 * waits for it. Undefined where it is gone or switched off, nothing may leave the tenant, or it does not answer in time.
 * @param key names the question: asked again with the same one, the endpoint is told the same id
 */
export async function askEndpoint(
  endpointId: string,
  type: string,
  payload: object,
  { key, timeoutMs }: { key: string; timeoutMs: number },
): Promise<string | undefined> {
  const endpoint = await Endpoints.find({ endpointId });
  if (!endpoint?.active || (await ownStanding()) !== 'active') return undefined;
  if (!(await takeOfDay('webhookPostsPerDay', await ownCaps()))) return undefined;
  const asked = {
    messageId: deterministicId('whm', endpointId, key),
    payload: JSON.stringify({ type, timestamp: clock.iso(), data: payload }),
  };
  const { ok, answer } = await post(endpoint.url, asked.payload, await signed(asked, endpoint), timeoutMs);
  return ok ? answer : undefined;
}

/**
 * Makes the attempt of a message that is due. Two workers who are given it at once make one attempt: it is leased
 * first. After a failure it is due again later; after the last one it has failed for good, and counts against its
 * endpoint.
 */
export async function attemptSending(messageId: string): Promise<void> {
  const found = await findSending(messageId);
  if (found?.due !== 'due' || found.nextAt > clock.iso()) return;
  if ((await ownStanding()) !== 'active') {
    // No attempt: it waits until something may leave the tenant again.
    await moved({ ...found, nextAt: later(heldSeconds) });
    return;
  }
  const endpoint = await Endpoints.find({ endpointId: found.endpointId });
  if (!endpoint?.active) {
    await moved(
      idle({
        ...found,
        status: 'failed',
        attempts: [
          ...found.attempts,
          refused(endpoint ? 'The endpoint is switched off.' : 'The endpoint was removed.'),
        ],
      }),
    );
    return;
  }
  const leased = await moved({ ...found, nextAt: later(leaseMs / 1000) });
  if (!leased) return;
  if (!(await takeOfDay('webhookPostsPerDay', await ownCaps()))) {
    await moved({ ...leased, nextAt: nextDayOfCaps() });
    return;
  }
  const posted = await post(endpoint.url, leased.payload, await signed(leased, endpoint));
  await note(leased, endpoint, posted);
}

const refused = (error: string) => ({ at: clock.iso(), ok: false, status: null, ms: 0, error, answer: '' });

async function note(
  record: SendingRecord,
  { endpointId }: EndpointRecord,
  { forGood, unreached: _, ...posted }: Posted,
): Promise<void> {
  const attempts = [...record.attempts, { at: clock.iso(), ...posted }];
  const wait = forGood ? undefined : retrySeconds[attempts.length - 1];
  if (posted.ok || wait === undefined) {
    const status = posted.ok ? ('delivered' as const) : ('failed' as const);
    if (await moved(idle({ ...record, attempts, status }))) await count(endpointId, status, posted.error);
    return;
  }
  const next = await moved({ ...record, attempts, status: 'retrying', nextAt: later(wait) });
  if (!next) return;
  await noteAttempt(endpointId, 'failed', 'keep');
  if (wait <= longestDelay) await send('OUTGOING', tenantOf(), { sending: record.messageId }, wait);
}

/** Counts messages in a row that failed; too many switch the endpoint off, with the reason for all to see. */
async function count(
  endpointId: string,
  outcome: 'delivered' | 'failed',
  error: string | null,
): Promise<void> {
  const endpoint = await noteAttempt(endpointId, outcome, outcome === 'delivered' ? 'reset' : 'add');
  if (!endpoint.active || endpoint.failures < limits.failuresToDisable) return;
  const reason = `${endpoint.failures} messages in a row could not be delivered. ${error ?? ''}`.trim();
  await commit(
    disableEndpoint(endpointId, reason),
    event('webhook.endpoint.disabled', endpointId, { endpointId, name: endpoint.name, reason }),
  ).catch((failed) => {
    if (!(failed instanceof ConditionFailed)) throw failed;
  });
}

/** The sweeper's part: queues a message that is due, whatever became of its own. */
export const webhookSendingWork = /* @__PURE__ */ jobWork({
  find: findSending,
  isOpen: ({ due }) => due === 'due',
  quietAt: ({ nextAt }) => Date.parse(nextAt),
  revive: (_, messageId) => send('OUTGOING', tenantOf(), { sending: messageId }),
  againMs: leaseMs,
  earlier: earlierSendings,
});
