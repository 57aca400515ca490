import { didIdOf, putTextNumbers, type TextNumber, textNumbers } from '#functions/dids/api.ts';
import { AppError, badRequest, notFound } from '#functions/kernel/errors.ts';
import type { SenderNumber } from '#shared/model/message.ts';
import { smsProviderOf, smsProviders } from '../providers/index.ts';
import { twilio } from '../providers/twilio/index.ts';
import { ProviderDown, ProviderRefused, type SmsAccount } from '../providers/types.ts';
import { callbackUrl, smsAccount, smsState } from '../settings/accounts.ts';
import { type MessageSettings, readSettings } from '../settings/store.ts';
import { usesOf } from './bucket-store.ts';
import { startDailyReading } from './daily-reputation.ts';
import { directHere } from './direct.ts';
import { beginPurchase, purchaseNumber, toAppError } from './orders.ts';
import { mayText, readRegistrations, withFreshRegistrations } from './registrations.ts';
import { readReputations } from './reputation.ts';
import { textNumberOf, waitForOrder } from './work-order.ts';

/** Brings what is known of a provider's numbers to what it has. @throws ProviderDown, ProviderRefused, 409 */
async function syncProvider(settings: MessageSettings, provider: string) {
  const account = await smsAccount(settings, provider);
  const [wires, every] = await Promise.all([smsProviderOf(provider).numbers(account), textNumbers()]);
  const before = new Map(
    every.filter((one) => one.provider === provider).map((one) => [one.numberId, one] as const),
  );
  const registered = await readRegistrations(
    account,
    wires.map(({ number }) => number),
  );
  const now: TextNumber[] = [];
  for (const wire of wires) {
    const known = before.get(didIdOf(wire.number));
    const replies = wire.sms
      ? await directHere(account, wire, callbackUrl(settings, provider, 'inbound'))
      : 'unknown';
    const number = textNumberOf(account, wire, replies);
    const { registration = null, registrationAt = null } = registered?.(wire.number) ?? known ?? {};
    now.push({
      ...number,
      numberId: didIdOf(wire.number),
      label: wire.label || known?.label || '',
      registration,
      registrationAt,
    });
  }
  const there = new Set(now.map(({ numberId }) => numberId));
  const gone = [...before.values()].filter((one) => one.isActive && !there.has(one.numberId));
  await putTextNumbers([...now, ...gone.map((one) => ({ ...one, isActive: false }))]);
  await readReputations(
    account,
    now.map(({ numberId }) => numberId),
  );
  if (now.length > 0) await startDailyReading(provider);
  const added = now.filter(({ numberId }) => !before.get(numberId)?.isActive).length;
  return { numbers: now, added, removed: gone.length };
}

/** A text waits so long for its first number; ms. */
const patience = 6_000;

/** A number of the sandbox for a tenant that has none, so that texts can go out without any setting up. */
async function sandboxNumber(settings: MessageSettings, account: SmsAccount): Promise<TextNumber[]> {
  const adapter = smsProviderOf(account.provider);
  const [first] = await adapter.available(account, { features: ['sms'], limit: 1 });
  if (!first) return [];
  try {
    const { order } = await beginPurchase(account.provider, { phoneNumber: first.number });
    if (order) await waitForOrder(order.didId, Date.now() + patience);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Somebody else who sends a first text at this instant has just rented it.
  }
  return (await syncProvider(settings, account.provider)).numbers;
}

/** Whether texts may go out from a number as the settings are. */
function isUsable(settings: MessageSettings, number: TextNumber): boolean {
  const { connected, sandbox } = smsState(settings, number.provider);
  return number.isActive && number.sms && connected && number.sandbox === sandbox;
}

/** A number where texts may go out from it as the settings are; undefined where they may not, or it is nobody's here. */
export async function ownTextNumber(phone: string): Promise<string | undefined> {
  const [settings, numbers] = await Promise.all([readSettings(), textNumbers()]);
  return numbers.find((one) => one.number === phone && isUsable(settings, one) && mayText(one))?.number;
}

/**
 * The numbers that texts can go out from, of every provider, also those that may not as they are registered for 10DLC
 * (`mayText`); the provider that texts go out by is asked when it has none that is known.
 */
export async function usableNumbers(settings: MessageSettings): Promise<TextNumber[]> {
  const provider = settings.defaultProvider;
  const { sandbox } = smsState(settings, provider);
  const usable = (numbers: readonly TextNumber[]) => numbers.filter((one) => isUsable(settings, one));
  const known = usable(await textNumbers());
  if (known.some((one) => one.provider === provider)) return withFreshRegistrations(settings, known);
  const synced = usable((await syncProvider(settings, provider)).numbers);
  if (synced.length > 0 || !sandbox) return [...known, ...synced];
  return [...known, ...(await sandboxNumber(settings, await smsAccount(settings, provider)))];
}

async function views(numbers: readonly TextNumber[]): Promise<SenderNumber[]> {
  const uses = await usesOf(numbers.map(({ number }) => number));
  return numbers.map(({ numberId, providerId: _, ...number }) => ({
    ...number,
    id: numberId,
    providerName: smsProviderOf(number.provider).label,
    used: uses.get(number.number) ?? 0,
  }));
}

/** The numbers that text. */
export const listNumbers = async (): Promise<SenderNumber[]> =>
  views((await textNumbers()).filter(({ sms, isActive }) => sms && isActive));

/** Asks the providers that are connected for their numbers; one that does not answer is told of and waits. */
export async function syncNumbers(only?: string) {
  const settings = await readSettings();
  const result = { added: 0, removed: 0, trouble: [] as { provider: string; name: string; text: string }[] };
  for (const { name: provider, label } of only ? [smsProviderOf(only)] : smsProviders) {
    if (!smsState(settings, provider).connected) continue;
    try {
      const { added, removed } = await syncProvider(settings, provider);
      result.added += added;
      result.removed += removed;
    } catch (error) {
      if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error;
      result.trouble.push({ provider, name: label, text: error.message });
    }
  }
  return { numbers: await listNumbers(), ...result };
}

interface Search {
  areaCode?: string | undefined;
  contains?: string | undefined;
  limit: number;
}

/** The numbers rented from Twilio and, when something is looked for, those that can be rented. */
export async function twilioNumbers({ limit, ...search }: Search) {
  const settings = await readSettings();
  const { connected, sandbox } = smsState(settings, 'twilio');
  const numbers = (await listNumbers()).filter(({ provider }) => provider === 'twilio');
  if (!connected || (!search.areaCode && !search.contains)) return { numbers, available: [], sandbox };
  try {
    const account = await smsAccount(settings, 'twilio');
    return {
      numbers,
      available: (await twilio.available(account, { ...search, features: ['sms'], limit })).map(
        ({ price: _, ...number }) => number,
      ),
      sandbox,
    };
  } catch (error) {
    throw toAppError(error);
  }
}

/**
 * Rents a number. One that the tenant has already is answered and not rented again.
 * @throws 400, 404 when none can be had, 409, 422, 502
 */
export async function rentTwilioNumber(wanted: {
  number?: string | undefined;
  areaCode?: string | undefined;
}) {
  if (!wanted.number && !wanted.areaCode)
    throw badRequest('Please choose a number or an area code.', { field: 'number' });
  const settings = await readSettings();
  try {
    const account = await smsAccount(settings, 'twilio');
    const number =
      wanted.number ??
      (await twilio.available(account, { areaCode: wanted.areaCode, features: ['sms'], limit: 1 }))[0]
        ?.number;
    if (!number) throw notFound(`A number with the area code ${wanted.areaCode}`);
    const { did } = await purchaseNumber('twilio', { phoneNumber: number });
    const known = (await textNumbers()).find((one) => one.number === number && one.isActive);
    if (!did || !known)
      throw new ProviderDown('Twilio has not answered yet. The number is bought in the background.');
    return (await views([known]))[0]!;
  } catch (error) {
    throw toAppError(error);
  }
}
