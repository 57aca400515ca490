import { asOperator, currentUser, platformTenant } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import type { KeyChange } from '#functions/kernel/provider-keys.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { commit } from '#functions/kernel/table.ts';
import type { PaymentConfig } from '#shared/api/market-payments.ts';
import type { PaymentProviderName } from '#shared/model/market-payments.ts';
import { accountView, keysChangedSince, withKeys } from '../provider-account.ts';
import { readPaymentKeys, replacePaymentKeys, type StoredPaymentKeys } from './account.ts';
import { paymentServiceOf, paymentServices } from './providers/index.ts';
import type { PaymentProvider } from './providers/types.ts';

/** Where a provider tells what became of payments. */
const webhookUrl = (name: PaymentProviderName): string =>
  `${publicUrl()}/api/marketplace/payment-callbacks/${name}`;

const configOf = (provider: PaymentProvider, stored: StoredPaymentKeys): PaymentConfig => ({
  ...accountView(provider, stored),
  provider: provider.name,
  webhookUrl: webhookUrl(provider.name),
});

export const paymentConfigs = (): Promise<PaymentConfig[]> =>
  Promise.all(
    paymentServices.map(async (provider) => configOf(provider, await readPaymentKeys(provider.name))),
  );

/** Sets or removes the platform's keys; they are tried with the next payment. For the operator. @throws 400, 409 */
export async function setPaymentKeys(
  name: PaymentProviderName,
  given: KeyChange,
  version: number | undefined,
): Promise<PaymentConfig> {
  const provider = paymentServiceOf(name);
  const before = await readPaymentKeys(name);
  await asOperator(platformTenant, currentUser(), async () => {
    const change = await withKeys(provider, before, given, version);
    if (!change) return;
    const target = { kind: 'provider', id: name, name: provider.label };
    await commit(
      replacePaymentKeys(before, change.after, keysChangedSince),
      auditEntry('providerKey.changed', target, { changed: change.changed }),
    );
  });
  return configOf(provider, await readPaymentKeys(name));
}
