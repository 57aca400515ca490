import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Answer, json } from './http.ts';
import type { OwnNumber } from './numbers.ts';
import type { Scripts } from './scripts.ts';

/*
 * Telnyx's Number Reputation: https://developers.telnyx.com/docs/number-reputation. All numbers of an account are watched
 * and have a low risk, unless a script of the number says otherwise. A request to look at one again has ended as soon as it
 * is asked about, with what the script says; without one the label is gone.
 */

export const reputationScript = z.strictObject({
  /** null: the networks know too little. */
  risk: z.enum(['low', 'medium', 'high']).nullable(),
  category: z.string().max(100).optional(),
  /** Of a request to look at it again. */
  result: z.enum(['remediated', 'requires_review', 'refused', 'not_flagged', 'ineligible']).optional(),
});

interface Asked {
  scripts: Scripts;
  owned: readonly OwnNumber[];
  method: string;
  body: Record<string, unknown>;
  at: string;
}

/** Ids of requests hold the number, so that they can be told of without being kept. */
const requestId = (number: string) =>
  `${createHash('sha1').update(number).digest('hex').slice(0, 8)}-0000-4000-8000-${number.replace(/\D/g, '').padStart(12, '0').slice(-12)}`;

const list = (data: readonly object[]): Answer =>
  json(200, {
    data,
    meta: { page_number: 1, page_size: 250, total_pages: 1, total_results: data.length },
  });

function numberJson({ scripts, at }: Asked, number: string) {
  const { risk = 'low', category = null } = scripts.for('reputation', number) ?? {};
  const points = risk === 'high' ? 12 : risk === 'medium' ? 48 : 86;
  return {
    id: requestId(number),
    phone_number: number,
    enterprise_id: 'sandbox',
    created_at: at,
    updated_at: at,
    reputation_data: {
      spam_risk: risk,
      spam_category: category,
      maturity_score: points,
      connection_score: points,
      engagement_score: points,
      sentiment_score: risk === null ? null : points,
      last_refreshed_at: at,
    },
  };
}

function remedyJson({ scripts, at }: Asked, number: string, isOver: boolean) {
  const { result = 'remediated' } = scripts.for('reputation', number) ?? {};
  const none = { remediated: [], not_flagged: [], requires_review: [], ineligible: [], refused: [] };
  return {
    id: requestId(number),
    status: isOver ? 'completed' : 'in_progress',
    phone_numbers_count: 1,
    phone_numbers_submitted: 1,
    phone_numbers_ineligible: 0,
    created_at: at,
    updated_at: at,
    results: isOver ? { ...none, [result]: [number] } : none,
  };
}

/** Telnyx's part below /v2/enterprises/{id}/reputation; undefined for what it has not. */
export function telnyxReputation(asked: Asked, path: string): Answer | undefined {
  const { owned, method, body } = asked;
  if (path === 'numbers' && method === 'GET')
    return list(owned.map(({ number }) => numberJson(asked, number)));
  if (path === 'remediation' && method === 'POST') {
    const [number] = Array.isArray(body.phone_numbers) ? body.phone_numbers.map(String) : [];
    const own = owned.find((one) => one.number === number);
    if (!own || typeof body.call_purpose !== 'string' || body.call_purpose === '') return undefined;
    return json(202, { data: remedyJson(asked, own.number, false) });
  }
  const id = /^remediation\/([\w-]{1,60})$/.exec(path)?.[1];
  const own = owned.find(({ number }) => requestId(number) === id);
  return own && json(200, { data: remedyJson(asked, own.number, true) });
}
