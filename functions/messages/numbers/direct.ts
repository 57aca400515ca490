import type { TextNumber } from '#functions/dids/api.ts';
import { smsProviderOf } from '../providers/index.ts';
import type { ProviderNumber, SmsAccount } from '../providers/types.ts';

/**
 * Sees to it that texts to a number come here; numbers that somebody has sent elsewhere are left alone.
 * @returns where texts to it go now
 */
export async function directHere(
  account: SmsAccount,
  wire: ProviderNumber,
  inboundUrl: string,
): Promise<TextNumber['replies']> {
  const { direct } = smsProviderOf(account.provider);
  if (wire.inboundUrl === null) return 'unknown';
  if (wire.inboundUrl === inboundUrl) return 'here';
  const ours = wire.inboundUrl === '' || wire.inboundUrl.includes('/api/sms/callbacks/') || account.sandbox;
  if (!ours || !direct) return 'elsewhere';
  await direct(account, wire.providerId, inboundUrl);
  return 'here';
}
