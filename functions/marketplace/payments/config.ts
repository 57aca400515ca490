import { asOperator, currentUser, platformTenant } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { conflict } from '#functions/kernel/errors.ts';
import {
  changedKeys,
  changesOfKeys,
  fieldViews,
  hasOwnKeys,
  type KeyChange,
  keyShape,
  keyView,
  parsed,
} from '#functions/kernel/provider-keys.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { commit } from '#functions/kernel/table.ts';
import type { PaymentConfig } from '#shared/api/market-payments.ts';
import type { PaymentProviderName } from '#shared/model/market-payments.ts';
import { isInSandbox, readPaymentKeys, replacePaymentKeys, type StoredPaymentKeys } from './account.ts';
import { paymentServiceOf, paymentServices } from './providers/index.ts';
import type { PaymentProvider } from './providers/types.ts';

/** Where a provider tells what became of payments. */
const webhookUrl = (name: PaymentProviderName): string =>
  `${publicUrl()}/api/marketplace/payment-callbacks/${name}`;

function configOf(provider: PaymentProvider, stored: StoredPaymentKeys): PaymentConfig {
  const sandbox = isInSandbox(provider, stored);
  return {
    ...keyView(provider, stored.keys),
    provider: provider.name,
    name: provider.label,
    connected: sandbox || hasOwnKeys(provider, stored.keys),
    sandbox,
    fields: fieldViews(provider, stored.keys),
    webhookUrl: webhookUrl(provider.name),
    trouble: stored.trouble,
    version: stored.version,
  };
}

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
  const change = parsed(keyShape(provider), given);
  const before = await readPaymentKeys(name);
  const changedSince = conflict(
    'Somebody has changed these settings since you opened them. Reload them and try again.',
  );
  if (version !== undefined && version !== before.version) throw changedSince;
  await asOperator(platformTenant, currentUser(), async () => {
    const keys = await changedKeys(provider, before.keys, change);
    const changed = changesOfKeys(provider, before.keys, keys);
    if (changed.length === 0) return;
    const target = { kind: 'provider', id: name, name: provider.label };
    await commit(
      replacePaymentKeys(before, { ...before, keys, trouble: null }, changedSince),
      auditEntry('providerKey.changed', target, { changed }),
    );
  });
  return configOf(provider, await readPaymentKeys(name));
}
