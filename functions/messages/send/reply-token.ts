import { createHmac, timingSafeEqual } from 'node:crypto';
import { tenantOf } from '#functions/kernel/actor.ts';
import type { MessageSettings } from '../settings/store.ts';

/*
 * Where an answer to a mail goes: reply+<tenant>-<message><signature>@<inbound domain>. Mail programs may write a local
 * part in small letters, so all of it is digits and small letters; with a tenant of ten digits it has 62 of the 64
 * characters that a local part may have (RFC 5321, 4.5.3.1.1).
 */

const prefix = 'reply+';

/** RFC 4648's base32, in small letters. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** An id is `msg_` and 26 characters of base64url: 156 bits, which are 32 characters of five bits. */
const idForm = /^msg_([\w-]{26})$/;
const idLength = 32;
/** 80 bits of the signature: nobody can try so many, each by a mail. */
const macLength = 16;

function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >> bits) & 31];
      held &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

function bytesOf(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of text) {
    held = (held << 5) | alphabet.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

const macOf = (secret: string, tenant: number, id: string): string =>
  base32(createHmac('sha256', secret).update(`reply ${tenant}.${id}`).digest()).slice(0, macLength);

/** A message as an address names it; not yet believed. */
export interface ReplyToken {
  tenantId: number;
  id: string;
  mac: string;
}

/** The address that an answer to one of the actor's tenant's mails goes to. It does not run out. */
export function replyAddress({ mailSecret }: MessageSettings, messageId: string, domain: string): string {
  const [, unique] = idForm.exec(messageId) ?? [];
  if (!unique) throw new Error(`${messageId} is no id of a message.`);
  // A character more makes whole bytes of the 156 bits.
  const id = base32(Buffer.from(`${unique}A`, 'base64url'));
  return `${prefix}${tenantOf().toString(36)}-${id}${macOf(mailSecret, tenantOf(), id)}@${domain}`;
}

const localPart = new RegExp(
  `reply\\+([0-9a-z]{1,7})-([a-z2-7]{${idLength}})([a-z2-7]{${macLength}})@`,
  'gi',
);

/** What the reply addresses in a text name, each once, in their order. */
export function replyTokens(text: string): ReplyToken[] {
  const found = [...text.matchAll(localPart)].map(([, tenant = '', id = '', mac = '']) => ({
    tenantId: Number.parseInt(tenant, 36),
    id: id.toLowerCase(),
    mac: mac.toLowerCase(),
  }));
  return [...new Map(found.map((one) => [`${one.tenantId} ${one.id} ${one.mac}`, one])).values()];
}

/** The message that is named, when the actor's tenant has signed it. */
export function messageNamed({ mailSecret }: MessageSettings, { id, mac }: ReplyToken): string | undefined {
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(mailSecret, tenantOf(), id))];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return `msg_${bytesOf(id).toString('base64url').slice(0, 26)}`;
}
