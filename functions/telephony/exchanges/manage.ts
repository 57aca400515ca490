import { asOperator, asSystem, currentUser, platformTenant, tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { hashOf } from '#functions/kernel/hashes.ts';
import { newId, randomToken } from '#functions/kernel/ids.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { commit } from '#functions/kernel/table.ts';
import { channelTimes } from '#shared/exchange/channel.ts';
import { mostExchanges, type TelephoneExchange } from '#shared/model/telephone-exchange.ts';
import { makeQueue, removeQueueOf } from './queue.ts';
import { builtInView, ownerHere, viewOf } from './state.ts';
import {
  deleteExchange,
  exchangeChange,
  exchangesOf,
  findExchange,
  findPlacement,
  insertExchange,
  type OwnedExchange,
  tenantsOn,
} from './store.ts';

/** One that calls of the workspace may go through: its own, or the platform's. */
export async function usableExchange(exchangeId: string): Promise<OwnedExchange | undefined> {
  return (
    (await findExchange({ owner: tenantOf(), exchangeId })) ??
    (await findExchange({ owner: platformTenant, exchangeId }))
  );
}

/** @throws 404 for one that is not the caller's to manage */
async function managed(exchangeId: string): Promise<OwnedExchange> {
  const found = await findExchange({ owner: ownerHere(), exchangeId });
  if (!found) throw notFound('The exchange');
  return found;
}

/** Works where an exchange lies: with the caller's tenant, or as an operator with the platform. */
const inOwner = <T>({ owner }: OwnedExchange, work: () => Promise<T>): Promise<T> =>
  owner === tenantOf() ? work() : asOperator(owner, currentUser(), work);

export const targetOf = ({ exchangeId, name }: Pick<OwnedExchange, 'exchangeId' | 'name'>) => ({
  kind: 'exchange',
  id: exchangeId,
  name,
});

export async function listExchanges(): Promise<TelephoneExchange[]> {
  const owners = [...new Set([tenantOf(), platformTenant])];
  const [placement, ...found] = await Promise.all([findPlacement(), ...owners.map(exchangesOf)]);
  const all = found.flat().sort((one, other) => one.name.localeCompare(other.name));
  return [...builtInView(placement), ...all.map((one) => viewOf(one, placement))];
}

async function shown(exchangeId: string): Promise<TelephoneExchange> {
  return viewOf(await managed(exchangeId), await findPlacement());
}

export async function createExchange({ name, phoneUrl }: { name: string; phoneUrl: string }) {
  const owner = ownerHere();
  if ((await exchangesOf(owner)).length >= mostExchanges)
    throw conflict(`There are ${mostExchanges} exchanges already. Remove one that is not used.`);
  const exchangeId = newId('exc');
  await insertExchange({
    owner,
    exchangeId,
    name,
    phoneUrl,
    queueUrl: null,
    tokenHash: null,
    tokenUntil: null,
    keyHash: null,
    keyUntil: null,
    enrolledAt: null,
    revokedAt: null,
    seenAt: null,
    asteriskSince: null,
    asteriskConnected: null,
    asteriskVersion: null,
    bridgeVersion: null,
    run: null,
    journal: null,
    liveCalls: null,
    phones: null,
    createdAt: clock.iso(),
    version: 1,
  });
  return shown(exchangeId);
}

interface Change {
  id: string;
  name?: string | undefined;
  phoneUrl?: string | undefined;
  version?: number | undefined;
}

export async function updateExchange({ id, version, ...given }: Change): Promise<TelephoneExchange> {
  const before = await managed(id);
  const { name = before.name, phoneUrl = before.phoneUrl } = given;
  const read = { ...before, version: version ?? before.version };
  await inOwner(before, () => commit(exchangeChange(read, { name, phoneUrl })));
  return shown(id);
}

/** The tenants whose calls go through an exchange now. */
export async function tenantsThere(exchange: OwnedExchange): Promise<number[]> {
  const there: number[] = [];
  for (const tenantId of await tenantsOn(exchange)) {
    const placement = await asSystem(tenantId, 'exchange', findPlacement);
    if (placement?.exchangeId === exchange.exchangeId) there.push(tenantId);
  }
  return there;
}

/** @throws 404; 409 while calls of a workspace go through it */
export async function removeExchange(id: string): Promise<void> {
  const exchange = await managed(id);
  if ((await tenantsThere(exchange)).length > 0)
    throw conflict('Calls go through this exchange. Choose another one for them first.', undefined, 'in_use');
  if (exchange.queueUrl) await removeQueueOf(exchange.queueUrl);
  await deleteExchange(exchange);
}

/** A token in the place of one that waits. The bridge that is enrolled works on until another has used it. */
export async function makeEnrolment(id: string) {
  const exchange = await managed(id);
  const { owner, exchangeId } = exchange;
  const queueUrl = exchange.queueUrl ?? (await makeQueue(exchangeId));
  const secret = randomToken(32);
  const token = `enr_${owner}_${exchangeId}_${secret}`;
  const tokenUntil = new Date(clock.now() + channelTimes.enrolment * 1000).toISOString();
  const tokenHash = hashOf(token);
  await inOwner(exchange, () =>
    commit(
      exchangeChange(exchange, { queueUrl, tokenHash, tokenUntil }),
      auditEntry('exchange.tokenMade', targetOf(exchange), {}),
    ),
  );
  return { token, expiresAt: tokenUntil, product: publicUrl() };
}

/** Shuts the bridge out: its key ends now, and what opens its queue within the hour. */
export async function revokeExchange(id: string): Promise<TelephoneExchange> {
  const exchange = await managed(id);
  const change = {
    tokenHash: null,
    tokenUntil: null,
    keyHash: null,
    keyUntil: null,
    revokedAt: clock.iso(),
    // Whoever still holds what opens the queue finds nothing there: the next bridge has another.
    queueUrl: null,
    seenAt: null,
    asteriskConnected: null,
    liveCalls: null,
    phones: null,
  };
  await inOwner(exchange, () =>
    commit(exchangeChange(exchange, change), auditEntry('exchange.revoked', targetOf(exchange), {})),
  );
  if (exchange.queueUrl) await removeQueueOf(exchange.queueUrl);
  return shown(id);
}
