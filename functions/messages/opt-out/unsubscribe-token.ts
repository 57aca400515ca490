import { createHmac, timingSafeEqual } from 'node:crypto';
import { tenantOf } from '#functions/kernel/actor.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import type { MessageSettings } from '../settings/store.ts';

export interface Subscriber {
  address: string;
  leadId: string | null;
}

const macOf = (secret: string, tenant: number, payload: string) =>
  createHmac('sha256', secret).update(`${tenant}.${payload}`).digest('base64url');

/** An address that ends the mails to one person; signed, so that nobody can end another's. It does not run out. */
export function unsubscribeUrl({ mailSecret }: MessageSettings, { address, leadId }: Subscriber): string {
  const payload = Buffer.from(JSON.stringify([address, leadId])).toString('base64url');
  return `${publicUrl()}/api/email/unsubscribe/${tenantOf()}.${payload}.${macOf(mailSecret, tenantOf(), payload)}`;
}

const form = /^(\d{1,10})\.([\w-]+)\.([\w-]+)$/;

/** The tenant that an address names, not yet believed. */
export const tenantNamed = (token: string): number => Number(form.exec(token)?.[1] ?? 0);

/** Whom an address is about, when the actor's tenant has signed it. */
export function subscriberOf({ mailSecret }: MessageSettings, token: string): Subscriber | undefined {
  const [, , payload = '', mac = ''] = form.exec(token) ?? [];
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(mailSecret, tenantOf(), payload))];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const [address, leadId] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { address, leadId };
}
