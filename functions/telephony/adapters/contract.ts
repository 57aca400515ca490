import * as z from 'zod';
import {
  callState,
  health,
  numberState,
  phoneAccess,
  phoneState,
  queueState,
  soundState,
} from '#shared/exchange/commands.ts';
import { type ExchangeAdapter, ExchangeRefused } from '../adapter.ts';
import { ExchangeDown } from '../down.ts';

/** A request of `/exchange/v1` on its way to an exchange. */
export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** What is done in one lane is done in its order. */
  lane: string;
  /** Asked again with the same key, it is the same request. */
  key?: string;
}

/** Brings requests to an exchange and its answers back. @throws ExchangeDown */
export type Transport = (asked: Asked) => Promise<{ status: number; answer: unknown }>;

const refusal = z.object({ error: z.string(), code: z.string() }).partial();
const phonesAnswer = z.object({ phones: z.array(phoneState) });

function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer);
  if (!read.success) throw new ExchangeDown('The exchange gave an answer that is not of its contract.');
  return read.data;
}

/** An exchange that speaks `/exchange/v1`, whatever way its requests go. */
export function contractExchange(transport: Transport): ExchangeAdapter {
  async function request(asked: Asked) {
    const answered = await transport(asked);
    const { status, answer } = answered;
    // 501 is an answer: it cannot do this, and never will.
    if ((status >= 500 && status !== 501) || status === 429 || status === 401) {
      const { error } = refusal.catch({}).parse(answer);
      throw new ExchangeDown(error ?? `The exchange answered ${status}.`);
    }
    return answered;
  }

  async function ask(asked: Asked): Promise<unknown> {
    const { status, answer } = await request(asked);
    if (status < 400) return answer;
    const { error, code } = refusal.catch({}).parse(answer);
    throw new ExchangeRefused(error ?? `The exchange answered ${status}.`, status, code);
  }

  /** Removes something; what is gone already may stay so. */
  async function remove(path: string, lane: string): Promise<void> {
    try {
      await ask({ method: 'DELETE', path, lane });
    } catch (error) {
      if (!(error instanceof ExchangeRefused && error.status === 404)) throw error;
    }
  }

  const put = (path: string, lane: string, body: object) => ask({ method: 'PUT', path, lane, body });
  const get = (path: string, lane: string) => ask({ method: 'GET', path, lane });
  const number = (e164: string) => `/numbers/${encodeURIComponent(e164)}`;
  return {
    async place(call) {
      const { callId } = call;
      await ask({ method: 'POST', path: '/calls', body: call, lane: callId, key: 'place' });
    },
    async ask(callId) {
      const path = `/calls/${callId}`;
      const { status, answer } = await request({ method: 'GET', path, lane: callId });
      return status === 404 ? null : parsed(callState, answer);
    },
    async command(callId, key, command) {
      const path = `/calls/${callId}/commands`;
      await ask({ method: 'POST', path, body: { key, command }, lane: callId, key });
    },
    putPhone: async (phone, settings) => parsed(phoneAccess, await put(`/phones/${phone}`, phone, settings)),
    removePhone: (phone) => remove(`/phones/${phone}`, phone),
    phoneStates: async () => parsed(phonesAnswer, await get('/phones', 'phones')).phones,
    async putQueue(queueId, settings) {
      await put(`/queues/${queueId}`, queueId, settings);
    },
    removeQueue: (queueId) => remove(`/queues/${queueId}`, queueId),
    queueState: async (queueId) => parsed(queueState, await get(`/queues/${queueId}`, `${queueId}-state`)),
    async putNumber(e164, route) {
      await put(number(e164), e164, route);
    },
    removeNumber: (e164) => remove(number(e164), e164),
    async numberState(e164) {
      const { status, answer } = await request({ method: 'GET', path: number(e164), lane: e164 });
      return status < 400 ? parsed(numberState, answer) : undefined;
    },
    async putPlan(planId, plan) {
      await put(`/plans/${planId}`, planId, plan);
    },
    removePlan: (planId) => remove(`/plans/${planId}`, planId),
    putSound: async (recordingId, sound) =>
      parsed(soundState, await put(`/sounds/${recordingId}`, recordingId, sound)),
    removeSound: (recordingId) => remove(`/sounds/${recordingId}`, recordingId),
    async putAccount(account) {
      await put('/account', 'account', account);
    },
    health: async () => parsed(health, await get('/health', 'health')),
  };
}
