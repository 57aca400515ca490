import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { callFor, Undeliverable } from '#functions/content/api.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, changedSinceOpened, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { assertPublicName, PrivateAddress } from '#functions/kernel/public-address.ts';
import { seal } from '#functions/kernel/secrets.ts';
import { commit } from '#functions/kernel/table.ts';
import { tellsOfHiddenLead } from '#functions/leads/api.ts';
import type { webhooks } from '#shared/api/webhooks.ts';
import type { Endpoint, Sending } from '#shared/model/webhook-endpoint.ts';
import { keepSending, secretPurpose } from './send.ts';
import {
  type EndpointRecord,
  Endpoints,
  findSending,
  replaceEndpoint,
  type SendingRecord,
  sendingsOf,
} from './store.ts';

type InputOf<T extends keyof typeof webhooks> = z.output<
  NonNullable<(typeof webhooks)[T]['~orpc']['inputSchema']>
>;

/** Endpoints of one tenant. */
const mostEndpoints = 20;

export const endpointView = ({ endpointId, sealedSecret: _sealed, ...record }: EndpointRecord): Endpoint => ({
  id: endpointId,
  ...record,
});

/** @throws 404 */
export async function endpointOr404(endpointId: string): Promise<EndpointRecord> {
  const record = await Endpoints.find({ endpointId });
  if (!record) throw notFound('The endpoint');
  return record;
}

/** @throws 400 for an address that is not of the public internet */
export function assertAddress(url: string): void {
  try {
    callFor(url);
    assertPublicName(new URL(url.trim()).hostname);
  } catch (error) {
    throw error instanceof Undeliverable || error instanceof PrivateAddress
      ? badRequest(error.message, { field: 'url' })
      : error;
  }
}

/** A secret of Standard Webhooks: 24 random bytes. */
const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

export async function listEndpoints(): Promise<Endpoint[]> {
  return (await Endpoints.all('key')).map(endpointView).sort((a, b) => a.name.localeCompare(b.name));
}

/** @throws 400, 409 */
export async function createEndpoint(fields: InputOf<'createEndpoint'>) {
  assertAddress(fields.url);
  if ((await Endpoints.all('key')).length >= mostEndpoints)
    throw conflict(`A workspace has at most ${mostEndpoints} outgoing endpoints.`);
  const secret = newSecret();
  const now = clock.iso();
  const record: EndpointRecord = {
    endpointId: newId('whe'),
    ...fields,
    active: true,
    sealedSecret: await seal(secretPurpose, secret),
    failures: 0,
    disabledAt: null,
    disabledReason: null,
    lastAttemptAt: null,
    lastOutcome: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  await commit(Endpoints.insert(record));
  return { ...endpointView(record), secret };
}

/** @throws 400, 404, 409 */
export async function updateEndpoint({ id, version, rotateSecret, ...changes }: InputOf<'updateEndpoint'>) {
  const before = await endpointOr404(id);
  if (version !== undefined && version !== before.version) throw changedSinceOpened('endpoint');
  if (changes.url !== undefined) assertAddress(changes.url);
  const secret = rotateSecret ? newSecret() : null;
  const record: EndpointRecord = {
    ...before,
    ...givenOf(changes),
    ...(secret ? { sealedSecret: await seal(secretPurpose, secret) } : {}),
    updatedAt: clock.iso(),
    version: before.version + 1,
  };
  const target = { kind: 'endpoint', id, name: record.name };
  await commit(
    replaceEndpoint(record),
    secret ? auditEntry('webhook.secretRotated', target, { changed: ['the secret'] }) : [],
  );
  return { ...endpointView(record), secret };
}

/** @throws 404 */
export async function removeEndpoint(endpointId: string): Promise<void> {
  const { name } = await endpointOr404(endpointId);
  const target = { kind: 'endpoint', id: endpointId, name };
  await commit(Endpoints.remove({ endpointId }), auditEntry('endpoint.deleted', target, {}));
}

/** Switches an endpoint on or off; on, it begins again with no failures. @throws 404, 409 */
export async function switchEndpoint(endpointId: string, active: boolean): Promise<Endpoint> {
  const before = await endpointOr404(endpointId);
  const now = clock.iso();
  const record: EndpointRecord = {
    ...before,
    active,
    failures: 0,
    disabledAt: active ? null : now,
    disabledReason: active ? null : 'Switched off by hand.',
    updatedAt: now,
    version: before.version + 1,
  };
  await commit(replaceEndpoint(record));
  return endpointView(record);
}

/** Sends a sample, so that a receiver can be tried. @throws 404, 409 */
export async function testEndpoint(endpointId: string): Promise<void> {
  const { active, name } = await endpointOr404(endpointId);
  if (!active) throw conflict('The endpoint is switched off. Switch it on first.');
  const payload = { message: `A test of “${name}”.` };
  await keepSending({ endpointId, type: 'endpoint.test', payload, key: newId('key') });
}

const sendingView = ({
  messageId,
  due,
  nextAt,
  version: _,
  expiresAt: _gone,
  ...record
}: SendingRecord): Sending => ({
  id: messageId,
  ...record,
  nextAt: due === 'due' ? nextAt : null,
  hidden: false,
});

/** A message as the actor is told of it: what it holds of a lead that they may not use is left out. */
async function discreet(record: SendingRecord): Promise<Sending> {
  const shown = sendingView(record);
  const said = shown.attempts.map(({ answer, error }) => `${answer} ${error ?? ''}`).join(' ');
  if (!(await tellsOfHiddenLead(`${shown.payload} ${said}`))) return shown;
  const attempts = shown.attempts.map((attempt) => ({ ...attempt, answer: '', error: null }));
  return { ...shown, payload: '', attempts, hidden: true };
}

/** @throws 400, 404 */
export async function listSendings(endpointId: string, limit: number, cursor: string | undefined) {
  await endpointOr404(endpointId);
  const page = await sendingsOf(endpointId, limit, cursor);
  return { messages: await Promise.all(page.sendings.map(discreet)), nextCursor: page.nextCursor };
}

/** Sends a message again, the same byte for byte, as one of its own. @throws 404, 409 */
export async function resend(endpointId: string, messageId: string): Promise<void> {
  const endpoint = await endpointOr404(endpointId);
  const old = await findSending(messageId);
  if (old?.endpointId !== endpointId) throw notFound('The message');
  if (!endpoint.active) throw conflict('The endpoint is switched off. Switch it on first.');
  const { type, payload: body } = old;
  await keepSending({ endpointId, type, payload: {}, body, key: newId('key'), replayOf: messageId });
}
