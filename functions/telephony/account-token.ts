import { createHmac } from 'node:crypto';
import { tenantOf } from '#functions/kernel/actor.ts';
import { exchangeSecret } from '#functions/kernel/env.ts';

/**
 * What opens this tenant's account with the exchange, and no other's: proven to a bridge by the secret that it shares
 * with us; the sandbox believes whoever asks.
 */
export function accountToken(): string {
  const tenant = tenantOf();
  const secret = exchangeSecret();
  if (!secret) return `sandbox-${tenant}`;
  return `t${tenant}.${createHmac('sha256', secret).update(`exchange account ${tenant}`).digest('hex')}`;
}
