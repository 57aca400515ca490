import { setTimeout as pause } from 'node:timers/promises';
import { dropPending, joinPool, markReleased, putTextNumbers, type TextNumber } from '#functions/dids/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, notFound } from '#functions/kernel/errors.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { smsProviderOf } from '../providers/index.ts';
import {
  type NumberWanted,
  ProviderDown,
  type ProviderNumber,
  ProviderRefused,
  type SmsAccount,
  type SmsProvider,
} from '../providers/types.ts';
import { callbackUrl, smsAccount } from '../settings/accounts.ts';
import { readSettings } from '../settings/store.ts';
import { startDailyReading } from './daily-reputation.ts';
import { directHere } from './direct.ts';
import { findOrder, type NumberOrder, orderWrite } from './order-store.ts';

/*
 * One turn at an order: what has become of it is asked first, and only where the carrier surely has nothing of it is it
 * asked to sell. Before it is asked, that it was is written down; so whoever comes after a kill or a lost answer asks
 * what has become of it as well.
 *
 *   owned? ──yes──▶ taken in
 *     │no
 *   asked before? ──▶ order with our reference? ──pending──▶ later
 *     │no               │failed ──▶ told why      │none ──▶ later, and after a minute as if it was not asked
 *   written down as asked ──▶ asked
 */

/** A lease outlives the function that holds it; ms. */
const leaseMs = 60_000;
/** A request that was on its way when its answer was lost has arrived after so long, or never will; ms. */
const arrivedMs = 60_000;
/** Answers that may be lost before an order is given up. */
const mostTries = 3;
/** A carrier that cannot be reached is waited for so long by those in the background; ms. */
const patienceMs = 3_600_000;

interface Turn {
  order: NumberOrder;
  account: SmsAccount;
  provider: SmsProvider;
  wanted: NumberWanted;
  /** Somebody waits for it: what the carrier surely has not taken fails at once. */
  isAwaited: boolean;
}

async function save(before: NumberOrder, changes: Partial<NumberOrder>): Promise<NumberOrder> {
  const after = { ...before, ...changes };
  await commit(orderWrite(before, after));
  return { ...after, version: before.version + 1 };
}

const end = (order: NumberOrder, status: 'done' | 'failed', reason: string) =>
  save(order, { status, reason, leaseUntil: 0 });
const later = (order: NumberOrder) => save(order, { leaseUntil: 0 });

async function fail(order: NumberOrder, reason: string): Promise<NumberOrder> {
  // In this order: a kill between the two leaves an order that is looked at again.
  if (order.kind === 'purchase') await dropPending(order.didId);
  return end(order, 'failed', reason);
}

/** A number of a provider's as it is kept. */
export const textNumberOf = (
  { provider, sandbox }: SmsAccount,
  wire: ProviderNumber,
  replies: TextNumber['replies'],
): Omit<TextNumber, 'numberId'> => ({
  number: wire.number,
  provider,
  providerId: wire.providerId,
  sandbox,
  label: wire.label,
  sms: wire.sms,
  mms: wire.mms,
  voice: wire.voice,
  isActive: true,
  replies,
  syncedAt: clock.iso(),
  registration: null,
  registrationAt: null,
});

/**
 * Takes in a number that was bought. Each step bears being done twice.
 * @param replies where texts to it go
 */
async function takeIn(
  { order, account }: Turn,
  wire: ProviderNumber,
  replies: TextNumber['replies'],
): Promise<NumberOrder> {
  const { monthlyCost, currency, label, poolId, didId } = order;
  await putTextNumbers([{ ...textNumberOf(account, wire, replies), label: label || wire.label }], {
    monthlyCost,
    currency,
  });
  await startDailyReading(account.provider);
  let reason = '';
  if (poolId)
    try {
      await joinPool.run(poolId, didId);
    } catch (error) {
      if (!(error instanceof AppError && error.status < 500)) throw error;
      reason = `It is in no pool: ${error.message}`;
    }
  return end(order, 'done', reason);
}

/**
 * Takes in a number that the account has already: by an order of ours whose answer was lost, or bought by hand, when
 * texts to it may not come here yet.
 */
async function takeInOwned(turn: Turn, wire: ProviderNumber): Promise<NumberOrder> {
  const known = { ...wire, inboundUrl: wire.inboundUrl ?? '' };
  return takeIn(turn, wire, await directHere(turn.account, known, turn.wanted.inboundUrl));
}

/** What becomes of an order that the carrier did not take, or may not have taken. */
async function afterTrouble(turn: Turn, error: unknown): Promise<NumberOrder> {
  const { order, isAwaited } = turn;
  if (error instanceof ProviderRefused) return fail(order, error.message);
  if (!(error instanceof ProviderDown)) throw error;
  if (order.askedAt && error.maybe) return later(order);
  const givenUpAt = Date.parse(order.createdAt) + patienceMs;
  if (!order.askedAt && (isAwaited || givenUpAt < clock.now()))
    return fail(order, `${error.message} Nothing was bought.`);
  return later(order);
}

/** Asks the carrier to sell, once that is written down. */
async function ask(turn: Turn): Promise<NumberOrder> {
  const { account, provider, wanted } = turn;
  const price = await provider.price(account, wanted.number).catch((error) => {
    // What it costs is good to know, and no more.
    if (error instanceof ProviderRefused) return undefined;
    throw error;
  });
  const order = await save(turn.order, {
    askedAt: clock.iso(),
    tries: turn.order.tries + 1,
    monthlyCost: price?.monthlyCost ?? turn.order.monthlyCost,
    currency: price?.currency ?? turn.order.currency,
  });
  const asked = { ...turn, order };
  try {
    const placed = await provider.order(account, wanted);
    if (placed.state === 'owned') return takeIn(asked, placed.number, 'here');
    return placed.state === 'failed' ? fail(order, placed.reason) : later(order);
  } catch (error) {
    if (error instanceof ProviderRefused) {
      // Refused as gone, because an earlier request of ours got it meanwhile?
      const owned = await provider.owned(account, wanted.number);
      return owned ? takeInOwned(asked, owned) : fail(order, error.message);
    }
    if (error instanceof ProviderDown && !error.maybe)
      return afterTrouble({ ...turn, order: await save(order, { askedAt: turn.order.askedAt }) }, error);
    return afterTrouble(asked, error);
  }
}

async function purchase(turn: Turn): Promise<NumberOrder> {
  const { order, account, provider, wanted } = turn;
  const owned = await provider.owned(account, wanted.number);
  if (owned) return takeInOwned(turn, owned);
  if (!order.askedAt) return ask(turn);
  const found = await provider.findOrder(account, wanted);
  if (found?.state === 'failed') return fail(order, found.reason);
  if (found || clock.now() < Date.parse(order.askedAt) + arrivedMs) return later(order);
  if (order.tries >= mostTries)
    return fail(
      order,
      `${provider.label} gave no answer ${mostTries} times, and has no order. Nothing was bought.`,
    );
  return ask(turn);
}

async function release(turn: Turn): Promise<NumberOrder> {
  const { order, account, provider, wanted } = turn;
  const owned = await provider.owned(account, wanted.number);
  try {
    if (owned) await provider.release(account, owned.providerId);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    if (await provider.owned(account, wanted.number)) return fail(order, error.message);
  }
  await markReleased(order.didId);
  return end(order, 'done', '');
}

/** Takes the order, unless somebody else has it; undefined then, and when it has ended. */
async function take(order: NumberOrder): Promise<NumberOrder | undefined> {
  if (order.status !== 'open' || order.leaseUntil > clock.now()) return undefined;
  try {
    return await save(order, { leaseUntil: clock.now() + leaseMs });
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

async function turnOf(order: NumberOrder, isAwaited: boolean): Promise<Turn> {
  const settings = await readSettings();
  const account = await smsAccount(settings, order.carrier);
  const { phoneNumber: number, reference } = order;
  const inboundUrl = callbackUrl(settings, order.carrier, 'inbound');
  return {
    order,
    account,
    provider: smsProviderOf(order.carrier),
    wanted: { number, reference, inboundUrl },
    isAwaited,
  };
}

/** Works an order that was taken. */
async function work(order: NumberOrder, isAwaited: boolean): Promise<NumberOrder> {
  let turn: Turn;
  try {
    turn = await turnOf(order, isAwaited);
  } catch (error) {
    // The keys are gone: nobody can say what became of it until they are back.
    if (!(error instanceof AppError)) throw error;
    return order.askedAt ? later(order) : fail(order, error.message);
  }
  if (turn.account.sandbox !== order.sandbox)
    return fail(order, `The keys of ${turn.provider.label} are another account’s now.`);
  try {
    return await (order.kind === 'purchase' ? purchase(turn) : release(turn));
  } catch (error) {
    if (error instanceof ConditionFailed) return (await findOrder(order.didId)) ?? order;
    const now = (await findOrder(order.didId)) ?? order;
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) {
      // Whoever comes next need not wait for the lease of a turn that ended so.
      if (now.version >= order.version && now.status === 'open') await later(now);
      throw error;
    }
    if (order.kind === 'purchase') return afterTrouble({ ...turn, order: now }, error);
    return error instanceof ProviderRefused ? fail(now, error.message) : later(now);
  }
}

/**
 * A turn at a number's order, if it is open and nobody else's.
 * @param isAwaited whether somebody waits for it, who is told at once that a carrier cannot be reached
 * @returns the order as it is then
 */
export async function workOrder(didId: string, isAwaited = false): Promise<NumberOrder | undefined> {
  const found = await findOrder(didId);
  const taken = found && (await take(found));
  if (!taken) return found && findOrder(didId);
  return work(taken, isAwaited);
}

/**
 * Works an order until it has ended, or `until` (by Date.now()) is over.
 * @returns the order as it is then
 */
export async function waitForOrder(didId: string, until: number): Promise<NumberOrder> {
  for (let wait = 250; ; wait = Math.min(1_000, wait * 2)) {
    const order = await workOrder(didId, true);
    if (!order) throw notFound('The order');
    if (order.status !== 'open' || Date.now() + wait >= until) return order;
    await pause(wait);
  }
}
