import * as z from 'zod';
import { callState, health, phoneAccess, phoneState, queueState } from '#shared/exchange/commands.ts';
import { type ExchangeAdapter, ExchangeRefused } from '../adapter.ts';
import { ExchangeDown } from '../down.ts';

/** An exchange that has not answered by then is down; ms. */
const answerMs = 10_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const refusal = z.object({ error: z.string(), code: z.string() }).partial();

const phonesAnswer = z.object({ phones: z.array(phoneState) });

/** @throws ExchangeDown for what is no JSON: something else answers in the exchange's place */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ExchangeDown('The exchange did not answer in JSON.', error);
  }
}

function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer);
  if (!read.success) throw new ExchangeDown('The exchange gave an answer that is not of its contract.');
  return read.data;
}

/** An exchange that speaks /exchange/v1, at `url`; `token` names the tenant's account with it. */
export function httpExchange(url: string, token: string): ExchangeAdapter {
  async function request(method: Method, path: string, body?: object) {
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
      const { status } = response;
      // 501 is an answer: it cannot do this, and never will.
      if ((status >= 500 && status !== 501) || status === 429 || status === 401)
        throw new ExchangeDown(`The exchange answered ${status}.`);
      return { status, answer: await jsonOf(response) };
    } catch (error) {
      if (error instanceof ExchangeDown) throw error;
      throw new ExchangeDown('The exchange cannot be reached.', error);
    }
  }
  async function ask(method: Method, path: string, body?: object): Promise<unknown> {
    const { status, answer } = await request(method, path, body);
    if (status < 400) return answer;
    const { error, code } = refusal.catch({}).parse(answer);
    throw new ExchangeRefused(error ?? `The exchange answered ${status}.`, status, code);
  }
  /** Removes something; what is gone already may stay so. */
  async function remove(path: string): Promise<void> {
    try {
      await ask('DELETE', path);
    } catch (error) {
      if (!(error instanceof ExchangeRefused && error.status === 404)) throw error;
    }
  }
  const number = (e164: string) => `/numbers/${encodeURIComponent(e164)}`;
  return {
    async place(call) {
      await ask('POST', '/calls', call);
    },
    async ask(callId) {
      const { status, answer } = await request('GET', `/calls/${callId}`);
      return status === 404 ? null : parsed(callState, answer);
    },
    async command(callId, key, command) {
      await ask('POST', `/calls/${callId}/commands`, { key, command });
    },
    putPhone: async (phone, settings) => parsed(phoneAccess, await ask('PUT', `/phones/${phone}`, settings)),
    removePhone: (phone) => remove(`/phones/${phone}`),
    phoneStates: async () => parsed(phonesAnswer, await ask('GET', '/phones')).phones,
    async putQueue(queueId, settings) {
      await ask('PUT', `/queues/${queueId}`, settings);
    },
    removeQueue: (queueId) => remove(`/queues/${queueId}`),
    queueState: async (queueId) => parsed(queueState, await ask('GET', `/queues/${queueId}`)),
    async putNumber(e164, route) {
      await ask('PUT', number(e164), route);
    },
    removeNumber: (e164) => remove(number(e164)),
    async putAccount(account) {
      await ask('PUT', '/account', account);
    },
    health: async () => parsed(health, await ask('GET', '/health')),
  };
}
