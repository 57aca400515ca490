import { createPublicKey, verify as verifySignature } from 'node:crypto';
import * as z from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { sandboxUrl } from '#functions/kernel/env.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import {
  type Callback,
  type InboundText,
  ProviderDown,
  type SmsAccount,
  type StatusChange,
} from '../types.ts';
import { optedOutCode, tell, type WireError } from './wire.ts';

/** Seconds that a callback may be old, so that one which was overheard cannot be played again. */
const tolerance = 300;

const callbackShape = z.object({
  data: z.object({
    event_type: z.string(),
    payload: z.object({
      id: z.string(),
      text: z.string().nullish(),
      from: z.object({ phone_number: z.string() }).nullish(),
      to: z.array(z.object({ phone_number: z.string(), status: z.string().nullish() })).nullish(),
      media: z.array(z.object({ url: z.string() })).nullish(),
      errors: z
        .array(
          z.object({
            code: z.union([z.string(), z.number()]).nullish(),
            title: z.string().nullish(),
            detail: z.string().nullish(),
          }),
        )
        .nullish(),
      autoresponse_type: z.string().nullish(),
      tags: z.array(z.string()).nullish(),
    }),
  }),
});

function read(callback: Callback) {
  try {
    return callbackShape.parse(JSON.parse(callback.body.toString('utf8'))).data;
  } catch {
    throw badRequest('This is not a callback of Telnyx about a message.');
  }
}

const answeredBy: Record<string, InboundText['answered']> = {
  opt_out: 'stop',
  opt_in: 'start',
  help: 'help',
};

export function inbound(callback: Callback): InboundText | null {
  const { event_type: type, payload } = read(callback);
  if (type !== 'message.received') return null;
  return {
    providerId: payload.id,
    from: payload.from?.phone_number ?? '',
    to: payload.to?.[0]?.phone_number ?? '',
    body: payload.text ?? '',
    mediaUrls: (payload.media ?? []).map(({ url }) => url).slice(0, 10),
    answered: answeredBy[payload.autoresponse_type?.toLowerCase() ?? ''] ?? null,
  };
}

const statuses: Record<string, StatusChange['status']> = {
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivery_unconfirmed: 'sent',
  delivered: 'delivered',
  sending_failed: 'failed',
  delivery_failed: 'failed',
};

export function status(callback: Callback): StatusChange | null {
  const { event_type: type, payload } = read(callback);
  if (type !== 'message.sent' && type !== 'message.finalized') return null;
  const now = statuses[payload.to?.[0]?.status ?? ''];
  if (!now) return null;
  const [error] = payload.errors ?? [];
  const code = error?.code === undefined || error.code === null ? null : String(error.code);
  return {
    providerId: payload.id,
    messageId: payload.tags?.find((tag) => tag.startsWith('msg_')) ?? null,
    status: now,
    error: now === 'failed' ? tell((error ?? {}) as WireError, 'The carrier did not deliver it.') : null,
    code,
    optedOut: code === optedOutCode,
  };
}

/** The head of a public key in SubjectPublicKeyInfo before the 32 bytes of an Ed25519 key (RFC 8410). */
const ed25519Head = Buffer.from('302a300506032b6570032100', 'hex');

export async function verify(account: SmsAccount, { headers, body }: Callback): Promise<boolean> {
  const time = headers['telnyx-timestamp'] ?? '';
  const signature = Buffer.from(headers['telnyx-signature-ed25519'] ?? '', 'base64');
  if (!/^\d{1,12}$/.test(time) || signature.length !== 64) return false;
  if (Math.abs(clock.seconds() - Number(time)) > tolerance) return false;
  const raw = Buffer.from(await account.callbackSecret(), 'base64');
  if (raw.length !== 32) return false;
  const key = createPublicKey({ key: Buffer.concat([ed25519Head, raw]), format: 'der', type: 'spki' });
  return verifySignature(null, Buffer.concat([Buffer.from(`${time}|`), body]), key, signature);
}

/** What the sandbox signs with, by its address: another sandbox has another key. */
let sandboxKey: { url: string; key: Promise<string> } | undefined;

async function askForKey(url: string): Promise<string> {
  const answer = await fetch(`${url}/telnyx/public-key`);
  if (!answer.ok) throw new ProviderDown('The sandbox does not tell its public key.');
  const text = (await answer.text()).trim();
  return text.startsWith('{') ? String(Object.values(JSON.parse(text))[0]) : text.replace(/^"|"$/g, '');
}

/** The public key that the sandbox signs with: base64 of 32 bytes. */
export function publicKeyOfSandbox(): Promise<string> {
  const url = sandboxUrl();
  if (sandboxKey?.url === url) return sandboxKey.key;
  const key = askForKey(url).catch((error) => {
    sandboxKey = undefined;
    throw error;
  });
  sandboxKey = { url, key };
  return key;
}
