import type { ExchangeAdapter } from '../adapter.ts';
import { ExchangeDown } from '../down.ts';
import { contractExchange } from './contract.ts';

/** An exchange that has not answered by then is down; ms. */
const answerMs = 10_000;

/** @throws ExchangeDown for what is no JSON: something else answers in the exchange's place */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '' || response.status >= 500) return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ExchangeDown('The exchange did not answer in JSON.', error);
  }
}

/** An exchange that is reached by HTTP at `url`; `token` names the tenant's account with it. */
export const httpExchange = (url: string, token: string): ExchangeAdapter =>
  contractExchange(async ({ method, path, body }) => {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
      });
      return { status: response.status, answer: await jsonOf(response) };
    } catch (error) {
      if (error instanceof ExchangeDown) throw error;
      throw new ExchangeDown('The exchange cannot be reached.', error);
    }
  });
