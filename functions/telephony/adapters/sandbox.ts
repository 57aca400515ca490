import * as z from 'zod';
import { callResult } from '#shared/model/exchange.ts';
import { type ExchangeAdapter, ExchangeRefused } from '../adapter.ts';
import { ExchangeDown } from '../down.ts';

/** An exchange that has not answered by then is down; ms. */
const answerMs = 10_000;

const standing = z.object({
  state: z.enum(['queued', 'ringing', 'answered', 'ended']),
  result: callResult.nullable(),
  talkSeconds: z.number().int(),
  placedAt: z.string(),
  ringingAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});

/** The exchange's stand-in in the local cloud, over HTTP; `account` is the tenant's name with it. */
export function sandboxExchange(url: string, account: string): ExchangeAdapter {
  async function request(path: string, body?: object): Promise<{ status: number; answer: unknown }> {
    try {
      const response = await fetch(`${url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${account}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(answerMs),
      });
      const { status } = response;
      if (status >= 500 || status === 429 || status === 401)
        throw new ExchangeDown(`The exchange answered ${status}.`);
      return { status, answer: await response.json() };
    } catch (error) {
      if (error instanceof ExchangeDown) throw error;
      throw new ExchangeDown('The exchange cannot be reached.', error);
    }
  }
  return {
    async place(call) {
      const { status, answer } = await request('/calls', call);
      if (status >= 400) {
        const { error } = answer as { error?: string };
        throw new ExchangeRefused(error ?? `The exchange answered ${status}.`);
      }
    },
    async ask(callId) {
      const { status, answer } = await request(`/calls/${callId}`);
      if (status === 404) return null;
      const { placedAt, ringingAt, answeredAt, endedAt, ...told } = standing.parse(answer);
      return { ...told, at: endedAt ?? answeredAt ?? ringingAt ?? placedAt };
    },
  };
}
