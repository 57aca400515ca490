import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { tooMany } from '#functions/kernel/errors.ts';
import type { WebhookRecord } from '../store.ts';
import { takeTokens } from './guard-store.ts';

/**
 * Tokens that this copy of the function has fetched and not used yet, by webhook. A second's worth is fetched at
 * once, so that a burst does not ask the table for each request; what is left after that second is void.
 */
const purses = new Map<string, { tokens: number; until: number }>();
const purseMs = 1_000;
const mostPurses = 1_000;

/** Purses that are being fetched: who comes meanwhile waits for the same. */
const fetching = new Map<string, Promise<void>>();

function spend(key: string): boolean {
  const purse = purses.get(key);
  const now = clock.now();
  if (!purse || purse.tokens < 1 || purse.until <= now || purse.until > now + purseMs) return false;
  purse.tokens--;
  return true;
}

async function fill(key: string, { webhookId, fields: { perMinute } }: WebhookRecord): Promise<void> {
  const { given, wait } = await takeTokens(webhookId, perMinute, Math.max(1, Math.floor(perMinute / 60)));
  if (given === 0)
    throw tooMany(`This webhook takes ${perMinute} requests a minute. Please try again in ${wait} s.`, wait);
  if (purses.size >= mostPurses) purses.clear();
  purses.set(key, { tokens: given, until: clock.now() + purseMs });
}

/** @throws 429 with the seconds to wait, when a webhook is sent more than it takes in a minute */
export async function assertRate(webhook: WebhookRecord): Promise<void> {
  const key = `${tenantOf()}|${webhook.webhookId}`;
  while (!spend(key)) {
    const under = fetching.get(key) ?? fill(key, webhook).finally(() => fetching.delete(key));
    fetching.set(key, under);
    await under;
  }
}
