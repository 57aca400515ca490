import { findCall } from '#functions/calls/api.ts';
import { platformTenant, tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { exchangeUrl } from '#functions/kernel/env.ts';
import { AppError, conflict, notFound } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { commit } from '#functions/kernel/table.ts';
import { builtInExchange } from '#shared/model/telephone-exchange.ts';
import { accountToken } from '../account-token.ts';
import type { ExchangeAdapter } from '../adapter.ts';
import { contractExchange } from '../adapters/contract.ts';
import { httpExchange } from '../adapters/http.ts';
import { queueExchange } from '../adapters/queue.ts';
import { ExchangeDown } from '../down.ts';
import { onExchangeLeft, onExchangeNew } from '../hooks.ts';
import { targetOf, usableExchange } from './manage.ts';
import { stateOf } from './state.ts';
import { type ExchangeName, findExchange, findPlacement, notePlaced, placementWrite } from './store.ts';

/* Which exchange a workspace's calls go through, and how it is spoken with. */

/** So many exchanges back a call is still asked for where it began. */
const mostBefore = 10;

const notConnected = () =>
  new AppError(409, 'exchange_not_connected', 'No telephone exchange is connected yet.');

const away = (text: string): ExchangeAdapter =>
  contractExchange(async () => {
    throw new ExchangeDown(text);
  });

function builtIn(): ExchangeAdapter {
  const url = exchangeUrl();
  if (!url) throw notConnected();
  return httpExchange(`${url}/exchange/v1`, accountToken());
}

/** @throws 409 where there is no such exchange any more */
async function adapterOf(name: ExchangeName): Promise<ExchangeAdapter> {
  if (name.exchangeId === builtInExchange) return builtIn();
  const exchange = await findExchange(name);
  if (!exchange) throw notConnected();
  const { state } = stateOf(exchange);
  // Nobody waits for the answer of one that is known to be away.
  if (!exchange.queueUrl || (state !== 'online' && state !== 'degraded'))
    return away('The exchange is offline.');
  return queueExchange(exchange.exchangeId, exchange.queueUrl);
}

/** The exchange of the workspace. @throws 409 when there is none to make calls with */
export async function exchange(): Promise<ExchangeAdapter> {
  const placement = await findPlacement();
  return placement ? adapterOf(placement) : builtIn();
}

/** The exchange that a call goes on at: after a move those that began before are still on the one before. */
export async function exchangeOfCall(callId: string): Promise<ExchangeAdapter> {
  const placement = await findPlacement();
  if (!placement) return builtIn();
  if (placement.before.length === 0) return adapterOf(placement);
  const begun = (await findCall(callId))?.createdAt ?? clock.iso();
  // The latest is the first: the last one that had not ended by then had the call.
  const then = placement.before.filter(({ until }) => until > begun).at(-1);
  return adapterOf(then ?? placement);
}

async function target(exchangeId: string): Promise<ExchangeName & { name: string }> {
  if (exchangeId === builtInExchange) {
    if (!exchangeUrl()) throw notFound('The exchange');
    return { owner: platformTenant, exchangeId, name: 'of this installation' };
  }
  const found = await usableExchange(exchangeId);
  if (!found) throw notFound('The exchange');
  if (stateOf(found).state !== 'online')
    throw conflict('This exchange is not online. Connect its bridge first.', undefined, 'exchange_offline');
  return { owner: found.owner, exchangeId, name: found.name };
}

/**
 * Has the calls of the workspace go through an exchange from now on. Its queues and phones are put there; agents sign
 * in to their phones again. Calls that go on stay where they are. Again, it changes nothing.
 * @throws 404; 409 'exchange_offline'
 */
export async function moveTo(exchangeId: string): Promise<void> {
  const placement = await findPlacement();
  const now = placement ?? { exchangeId: builtInExchange, owner: platformTenant, before: [], version: 0 };
  const { owner, name } = await target(exchangeId);
  if (now.exchangeId === exchangeId && placement) return;
  await notePlaced({ owner, exchangeId }, tenantOf());
  const since = clock.iso();
  // A workspace that had no exchange at all has no call that began there.
  const was =
    placement || exchangeUrl() ? [{ exchangeId: now.exchangeId, owner: now.owner, until: since }] : [];
  const isOther = now.exchangeId !== exchangeId;
  const before = isOther ? [...was, ...now.before].slice(0, mostBefore) : now.before;
  await commit(
    placementWrite(now.version, { exchangeId, owner, since, before }),
    auditEntry('exchange.chosen', targetOf({ exchangeId, name }), {}),
  );
  if (!isOther) return;
  await onExchangeLeft.run();
  await onExchangeNew.run();
  log.info('The calls of a workspace go through another exchange.', { exchangeId });
}
