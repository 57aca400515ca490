import { putTextNumbers, type TextNumber } from '#functions/dids/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import { registrationTrouble, wantsRegistration } from '#shared/model/text-registration.ts';
import { smsProviderOf } from '../providers/index.ts';
import { ProviderDown, ProviderRefused, type SmsAccount } from '../providers/types.ts';
import { smsAccount } from '../settings/accounts.ts';
import type { MessageSettings } from '../settings/store.ts';
import { takeTokens } from './bucket-store.ts';

/*
 * How numbers are registered for 10DLC, as their carriers say. It is read with every sync of numbers, and by itself when
 * texts go out and what is known has become old: a review takes days, and nobody should have to press a button after it.
 */

/** What a carrier said is believed for a day, and for a quarter of an hour where it stands against texts; ms. */
const believedMs = 24 * 3_600_000;
const soonMs = 15 * 60_000;

/** Carriers are asked so often a minute at most, however many texts go out. */
const asksAMinute = 1;

type Known = Pick<TextNumber, 'registration' | 'registrationAt'>;

/** Numbers take no texts at their carrier as their 10DLC registration stands. */
export class NotRegistered extends Error {
  /** ISO 8601: when the carrier is asked again. */
  readonly retryAt = new Date(clock.now() + soonMs).toISOString();
}

/** Why texts may not go out from a number; undefined where they may, or its carrier does not tell. */
export const notRegistered = ({ number, registration }: TextNumber): string | undefined =>
  registrationTrouble(number, registration)?.sentence;

/** Whether texts may go out from a number as it is registered. */
export const mayText = (number: TextNumber): boolean => notRegistered(number) === undefined;

/**
 * What a carrier says of the registration of these numbers: by number, with when it said so; undefined where it cannot be
 * reached, and what is known stays. Of a carrier that does not tell, or not with these keys, null is known.
 */
export async function readRegistrations(
  account: SmsAccount,
  numbers: readonly string[],
): Promise<((number: string) => Known) | undefined> {
  const provider = smsProviderOf(account.provider);
  const local = numbers.filter(wantsRegistration);
  const registrationAt = clock.iso();
  if (!provider.registrations || local.length === 0) return () => ({ registration: null, registrationAt });
  try {
    const told = await provider.registrations(account, local);
    return (number) => ({ registration: told.get(number) ?? null, registrationAt });
  } catch (error) {
    if (error instanceof ProviderRefused) return () => ({ registration: null, registrationAt });
    if (!(error instanceof ProviderDown)) throw error;
    log.warn('A carrier did not tell how numbers are registered.', { provider: account.provider, error });
    return undefined;
  }
}

function isOld(one: TextNumber): boolean {
  if (!wantsRegistration(one.number)) return false;
  const believed = mayText(one) ? believedMs : soonMs;
  return one.registrationAt === null || Date.parse(one.registrationAt) + believed <= clock.now();
}

/** Numbers with what their carriers say of their registration now, where what is known of one has become old. */
export async function withFreshRegistrations(
  settings: MessageSettings,
  numbers: readonly TextNumber[],
): Promise<TextNumber[]> {
  const fresh = new Map<string, TextNumber>();
  for (const provider of new Set(numbers.filter(isOld).map((one) => one.provider))) {
    const { granted } = await takeTokens(`registrations ${provider}`, asksAMinute, {});
    if (granted === 0) continue;
    const own = numbers.filter((one) => one.provider === provider);
    const told = await readRegistrations(
      await smsAccount(settings, provider),
      own.map(({ number }) => number),
    );
    if (!told) continue;
    const after = own.map((one) => ({ ...one, ...told(one.number) }));
    await putTextNumbers(after);
    for (const one of after) fresh.set(one.numberId, one);
  }
  return numbers.map((one) => fresh.get(one.numberId) ?? one);
}
