import { tenantOf } from '#functions/kernel/actor.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import type {
  ExchangeHealth,
  ExchangeQueue,
  ExchangeSound,
  NumberRoute,
  Phone,
  PhoneAccess,
  PhoneState,
  QueueState,
  SoundState,
} from '#shared/exchange/commands.ts';
import type { PlanPlacing } from '#shared/exchange/plans.ts';
import { ExchangeDown } from './down.ts';
import { exchange } from './exchanges/placement.ts';
import { lineOf } from './line.ts';
import { musicForExchange } from './music.ts';

/*
 * What the tenant has at its exchange: phones, queues, numbers and recordings. All of it may be put again, and removed
 * when it is gone. Each throws ExchangeDown, ExchangeRefused, and 409 'exchange_not_connected' where there is no exchange.
 */

/** The exchange's name of the phone at an extension: `t<tenant>-<number>`. */
export const phoneNameOf = (extensionNumber: string): string => `t${tenantOf()}-${extensionNumber}`;

/** The extension whose phone a name of this tenant's is. */
export function extensionOfPhone(phoneName: string): string | undefined {
  const [, tenantId, number] = /^t(\d{1,10})-(\d{2,8})$/.exec(phoneName) ?? [];
  return Number(tenantId) === tenantOf() ? number : undefined;
}

/** Where the exchange tells of what belongs to no call that was placed: phones, and calls that come in. */
export async function callbackOf(): Promise<{ callbackUrl: string; secret: string }> {
  const { key, secret } = await lineOf();
  return { callbackUrl: `${publicUrl()}/api/telephony/events/${key}`, secret };
}

/** An exchange that was set up anew knows no account: so it is told with whatever makes it tell something. */
async function withAccount() {
  const adapter = await exchange();
  await adapter.putAccount({ ...(await callbackOf()), ...(await musicForExchange()) });
  return adapter;
}

/** Tells the exchange where its events go, and what callers on hold hear. */
export const tellAccount = async (): Promise<void> => {
  await withAccount();
};

/** Lets a phone register with a password; again, its password is another one. */
export const putPhone = async (phoneName: string, phone: Phone): Promise<PhoneAccess> =>
  (await withAccount()).putPhone(phoneName, phone);

/** A phone may not register any more; a call that it has goes on. */
export const removePhone = async (phoneName: string): Promise<void> =>
  (await exchange()).removePhone(phoneName);

/** Which of the tenant's phones can be reached now. */
export const phoneStates = async (): Promise<PhoneState[]> => (await exchange()).phoneStates();

export const putQueue = async (queueId: string, queue: ExchangeQueue): Promise<void> =>
  (await withAccount()).putQueue(queueId, queue);

/** Callers who wait in it leave it. */
export const removeQueue = async (queueId: string): Promise<void> => (await exchange()).removeQueue(queueId);

/** Who waits in a queue now. */
export const queueState = async (queueId: string): Promise<QueueState> =>
  (await exchange()).queueState(queueId);

/** Says what a number of the tenant's rings. */
export const putNumber = async (number: string, route: NumberRoute): Promise<void> =>
  (await withAccount()).putNumber(number, route);

export const removeNumber = async (number: string): Promise<void> => (await exchange()).removeNumber(number);

/** Has the exchange serve a dial plan from now on; it tells of callers' ways through it by the account. */
export const putPlan = async (planId: string, plan: PlanPlacing): Promise<void> =>
  (await withAccount()).putPlan(planId, plan);

export const removePlan = async (planId: string): Promise<void> => (await exchange()).removePlan(planId);

/** Has the exchange fetch a recording that callers hear, in place of the one of that id which it has. */
export const putSound = async (recordingId: string, sound: ExchangeSound): Promise<SoundState> =>
  (await exchange()).putSound(recordingId, sound);

export const removeSound = async (recordingId: string): Promise<void> =>
  (await exchange()).removeSound(recordingId);

/** Whether the exchange has a number for another tenant; false too where there is no exchange that could say so. */
export async function isAnothersNumber(number: string): Promise<boolean> {
  try {
    return (await (await exchange()).numberState(number))?.owner === 'another';
  } catch (error) {
    const isAway = error instanceof AppError && error.code === 'exchange_not_connected';
    if (!isAway && !(error instanceof ExchangeDown)) throw error;
    return false;
  }
}

export const exchangeHealth = async (): Promise<ExchangeHealth> => (await exchange()).health();
