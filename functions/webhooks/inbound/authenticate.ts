import { BlockList, isIP } from 'node:net';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { clock } from '#functions/kernel/clock.ts';
import { forbidden, unauthorized } from '#functions/kernel/errors.ts';
import type { rawRequest } from '#functions/kernel/http-context.ts';
import { isSame, openSecret } from '../secrets.ts';
import type { WebhookRecord } from '../store.ts';

export type Raw = ReturnType<typeof rawRequest>;

/** How far a sender's clock may be off; Standard Webhooks asks for five minutes. Seconds. */
const toleranceSeconds = 300;

/** @throws 403 for an address outside the networks that the webhook admits */
export function assertNetwork(networks: readonly string[], address: string): void {
  if (networks.length === 0) return;
  const list = new BlockList();
  for (const network of networks) {
    const [net = '', bits] = network.split('/');
    const version = isIP(net);
    if (!version) continue;
    const most = version === 4 ? 32 : 128;
    list.addSubnet(net, Math.min(most, Number(bits ?? most)), version === 4 ? 'ipv4' : 'ipv6');
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  const version = isIP(plain);
  if (version && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')) return;
  throw forbidden('This address may not send to this webhook.', 'address_not_allowed');
}

/** Whether the request carries a right signature of Standard Webhooks, made within the last minutes. */
function isSigned(secret: string, { headers, body }: Raw): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers;
  if (!id || !at || !signatures || !/^\d{1,12}$/.test(at)) return false;
  if (Math.abs(clock.seconds() - Number(at)) > toleranceSeconds) return false;
  const expected = new StandardWebhook(secret).sign(id, new Date(Number(at) * 1000), body.toString('utf8'));
  return signatures
    .split(' ')
    .slice(0, 10)
    .some((one) => isSame(one, expected));
}

const bearer = /^Bearer\s+(\S+)$/i;

/** What the sender presents: `Authorization: Bearer …`, or `x-webhook-token` (document 002, section 5). */
const presented = ({ headers }: Raw): string =>
  headers['x-webhook-token']?.trim() || bearer.exec(headers.authorization ?? '')?.[1] || '';

/**
 * Lets a sender in who proves itself by the webhook's token or by a signature; a webhook without either is open.
 * @throws 401
 */
export async function authenticate({ sealedToken, sealedSigning }: WebhookRecord, raw: Raw): Promise<void> {
  if (!sealedToken && !sealedSigning) return;
  if (sealedSigning && raw.headers['webhook-signature']) {
    if (isSigned(await openSecret('signing', sealedSigning), raw)) return;
    throw unauthorized('The signature of this request is not right, or is too old.', 'wrong_signature');
  }
  if (sealedToken && isSame(presented(raw), await openSecret('token', sealedToken))) return;
  throw sealedToken
    ? unauthorized(
        'The token is missing or wrong. Send it as “Authorization: Bearer …” or as “x-webhook-token”.',
        'wrong_token',
      )
    : unauthorized('This webhook takes signed requests only (Standard Webhooks).', 'not_signed');
}
