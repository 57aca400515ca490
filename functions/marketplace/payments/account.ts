import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { sandboxUrl } from '#functions/kernel/env.ts';
import { hasOwnKeys, openedKeys } from '#functions/kernel/provider-keys.ts';
import type { StoredKeys } from '#functions/kernel/provider-manifest.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import { type PaymentProviderName, paymentProviders } from '#shared/model/market-payments.ts';
import { Undecided } from '../ask-provider.ts';
import { onPlatform } from '../order-store.ts';
import { isInSandbox } from '../provider-account.ts';
import { paymentService } from './providers/index.ts';
import type { PlatformAccount } from './providers/types.ts';

/* The platform's account at its payment provider: the operator's keys, else the sandbox's, where there is one. */

/** The keys, one item a provider, in the platform's partition. */
const PaymentKeys = entity('marketPaymentKeys', {
  fields: z.object({
    provider: z.enum(paymentProviders),
    /** Secrets sealed. */
    keys: z.custom<StoredKeys>(),
    /** Why the provider refused them the last time. */
    trouble: z.string().nullable(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['provider'] },
});
export type StoredPaymentKeys = Stored<typeof PaymentKeys>;

export const readPaymentKeys = async (provider: PaymentProviderName): Promise<StoredPaymentKeys> =>
  (await onPlatform(() => PaymentKeys.find({ provider }))) ?? {
    provider,
    keys: {},
    trouble: null,
    version: 0,
  };

/** The write of changed keys, in the platform's partition. */
export const replacePaymentKeys = (
  before: StoredPaymentKeys,
  after: StoredPaymentKeys,
  error?: Error,
): object => PaymentKeys.put({ ...after, version: before.version + 1 }, ifVersion(before.version, error));

/** How the sandbox's account is reached. */
const sandboxAccount = (): PlatformAccount => ({
  url: `${sandboxUrl()}/${paymentService.name}`,
  keys: paymentService.sandboxKeys(),
  sandbox: true,
});

/** The account that is used now; undefined where the operator has set none. */
export async function paymentAccount(): Promise<PlatformAccount | undefined> {
  const stored = await readPaymentKeys(paymentService.name);
  if (isInSandbox(paymentService, stored)) return sandboxAccount();
  if (!hasOwnKeys(paymentService, stored.keys)) return undefined;
  const keys = await onPlatform(() => openedKeys(paymentService, stored.keys));
  return { url: paymentService.url, keys, sandbox: false };
}

/**
 * The account that something was made by. What the sandbox made is asked of the sandbox, also after keys were set: nothing
 * of it is known to the provider. Undefined where it cannot be reached any more.
 */
export async function accountThatMade({
  sandbox,
}: {
  sandbox: boolean;
}): Promise<PlatformAccount | undefined> {
  if (sandbox) return sandboxUrl() === '' ? undefined : sandboxAccount();
  const now = await paymentAccount();
  return now?.sandbox ? undefined : now;
}

/** Keeps why the account was refused, for the operator; null where it is taken again. */
export async function noteTrouble(trouble: string | null): Promise<void> {
  const before = await readPaymentKeys(paymentService.name);
  if (before.version === 0 || before.trouble === trouble) return;
  await onPlatform(() => accepted(writeOne(replacePaymentKeys(before, { ...before, trouble }))));
}

/** Asks the provider, and keeps for the operator whether it takes the account. @throws what `work` throws */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    const answer = await work();
    await noteTrouble(null);
    return answer;
  } catch (error) {
    if (error instanceof Undecided && error.refusesAccount) await noteTrouble(error.message);
    throw error;
  }
}
