import * as z from 'zod';
import type { RemedyResult, RemedyState, ToldReputation } from '#shared/model/number-reputation.ts';
import { ProviderRefused, type SmsAccount } from '../types.ts';
import { ask, dataOf } from './wire.ts';

/*
 * Number Reputation: https://developers.telnyx.com/docs/number-reputation. Numbers are put under its watch, and paid for, in
 * Telnyx's own portal. Its list is free; one number by itself may not be, so it is never asked for.
 */

const pageNumbers = 250;
/** A workspace has at most 2,000 numbers. */
const mostPages = 8;

const score = z.number().min(0).max(100).nullable().optional().catch(null);
const wireNumber = z.object({
  phone_number: z.string(),
  reputation_data: z
    .object({
      spam_risk: z.enum(['low', 'medium', 'high']).nullable().optional().catch(null),
      spam_category: z.string().nullable().optional().catch(null),
      maturity_score: score,
      connection_score: score,
      engagement_score: score,
      sentiment_score: score,
      last_refreshed_at: z.string().nullable().optional().catch(null),
    })
    .nullable()
    .optional(),
});
const page = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ total_pages: z.number().int().optional() }).optional(),
});

const base = ({ enterprise }: SmsAccount): string =>
  `/enterprises/${encodeURIComponent(enterprise ?? '')}/reputation`;

/** What is told of each number that is watched; nothing without an enterprise. @throws ProviderDown, ProviderRefused */
export async function reputations(account: SmsAccount): Promise<ReadonlyMap<string, ToldReputation>> {
  const found = new Map<string, ToldReputation>();
  if (!account.enterprise) return found;
  for (let number = 1, pages = 1; number <= pages; number++) {
    const query = new URLSearchParams({ 'page[number]': String(number), 'page[size]': String(pageNumbers) });
    const { body } = await ask(account, 'GET', `${base(account)}/numbers?${query}`);
    const { data, meta } = page.safeParse(body).data ?? { data: [], meta: undefined };
    pages = Math.min(mostPages, meta?.total_pages ?? 1);
    for (const one of data) {
      const read = wireNumber.safeParse(one);
      const told = read.data?.reputation_data;
      if (!read.data || !told) continue;
      found.set(read.data.phone_number, {
        risk: told.spam_risk ?? null,
        category: told.spam_category?.slice(0, 100) ?? null,
        maturity: told.maturity_score ?? null,
        connection: told.connection_score ?? null,
        engagement: told.engagement_score ?? null,
        sentiment: told.sentiment_score ?? null,
        refreshedAt: told.last_refreshed_at ?? null,
      });
    }
  }
  return found;
}

const states: readonly RemedyState[] = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'];
const results: readonly RemedyResult[] = [
  'remediated',
  'requires_review',
  'refused',
  'not_flagged',
  'ineligible',
];

interface WireRemedy {
  id: string;
  status?: string;
  results?: Partial<Record<RemedyResult, string[] | null>> | null;
}

const remedyOf = ({ id, status, results: told }: WireRemedy, number: string) => ({
  id,
  state: states.find((one) => one === status) ?? ('pending' as const),
  result: results.find((one) => told?.[one]?.includes(number)) ?? null,
});

/** Has the networks look at a number again, which is billed. @throws ProviderDown, ProviderRefused */
export async function remediate(account: SmsAccount, number: string, purpose: string) {
  if (!account.enterprise)
    throw new ProviderRefused('No enterprise of Number Reputation is set for Telnyx.', null);
  const asked = await ask(account, 'POST', `${base(account)}/remediation`, {
    phone_numbers: [number],
    call_purpose: purpose,
  });
  return remedyOf(dataOf<WireRemedy>(asked), number);
}

/** How far a request is. @throws ProviderDown, ProviderRefused */
export async function remedyNow(account: SmsAccount, number: string, id: string) {
  const told = await ask(account, 'GET', `${base(account)}/remediation/${encodeURIComponent(id)}`);
  return remedyOf(dataOf<WireRemedy>(told), number);
}
