import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { phoneSessionLimits } from '#shared/model/phone-session.ts';
import type { Line, PhoneOptions } from './phone.ts';

/*
 * A computer that sleeps: its timers stand still, its connection is cut, and neither the call nor the session is its own to
 * end. What the exchange and the server say when it wakes is what holds.
 */

const { api, asked, phones, client } = vi.hoisted(() => {
  const asked: unknown[] = [];
  return {
    asked,
    phones: [] as { options: PhoneOptions; isClosed: boolean }[],
    client: { invalidateQueries: (of: unknown) => void asked.push(of) },
    api: {
      pbx: {
        startPhoneSession: async (): Promise<unknown> => undefined,
        phoneHeartbeat: async (_: { id: string }): Promise<unknown> => undefined,
        endPhoneSession: async (): Promise<unknown> => undefined,
      },
    },
  };
});
vi.mock('#web/app/api.ts', () => {
  const key = (name: string) => ({ key: () => name });
  return {
    api,
    queryClient: client,
    query: {
      agentStatus: { mine: key('my status') },
      calls: { active: key('calls that go on'), get: key('the call') },
    },
  };
});
vi.mock('#web/ui/toast.ts', () => ({ toast: { warning: () => undefined } }));
vi.mock('./auto-answer.ts', () => ({ isOwnCallToAnswer: async () => true }));
vi.mock('./ringer.ts', () => ({ startRinging: () => () => undefined }));
vi.mock('./single-tab.ts', () => ({
  createTabLock: () => ({ acquire: async () => true, release: () => undefined }),
}));
vi.mock('./phone.ts', () => ({
  createPhone: async (options: PhoneOptions) => {
    const one = { options, isClosed: false };
    phones.push(one);
    return {
      register: async () => options.events.registration('registered'),
      answer: async () => undefined,
      close: async () => {
        one.isClosed = true;
      },
    };
  },
}));

const { state } = await import('#web/app/state.ts');
const { dropPhone, phoneAtom, signInToPhone } = await import('./my-phone.ts');

const start = Date.parse('2026-11-27T15:00:00.000Z');
const talk: Line = { state: 'talking', from: '+13055550147', callId: 'cal_1', since: start, isMuted: false };
const session = (id: string, endReason: string | null = null) => ({ id, number: '102', endReason });

let page: EventTarget & { visibilityState: 'visible' | 'hidden' };
let begun: number;
const shown = () => state.get(phoneAtom);
const exchange = () => phones.at(-1)!.options.events;
/** The clock goes on and nothing else does, then everything that was due happens at once. */
async function computerSleeps(ms: number, whileAsleep: () => void = () => undefined): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  whileAsleep();
  await vi.advanceTimersByTimeAsync(phoneSessionLimits.heartbeatSeconds * 1000);
}

beforeEach(async () => {
  vi.useFakeTimers({ now: start });
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { locks: {} });
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
    getItem: (name: string) => kept.get(name) ?? null,
  });
  [begun, phones.length, asked.length] = [0, 0, 0];
  api.pbx.startPhoneSession = async () => {
    begun++;
    const password = 'p';
    return { session: session(`ses_${begun}`), access: {}, password, phone: 't1-102' };
  };
  api.pbx.phoneHeartbeat = async ({ id }) => session(id);
  await signInToPhone('usr_me');
  exchange().line(talk);
});
afterEach(() => {
  dropPhone();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a browser that slept during a call', () => {
  it('has the call as before, under the session of before, when the exchange is reached again', async () => {
    await computerSleeps(300_000, () => exchange().registration('lost'));
    expect(shown()).toMatchObject({ status: 'in', sessionId: 'ses_1', registration: 'lost', line: talk });
    exchange().registration('registered');
    exchange().line(talk);
    expect(shown()).toMatchObject({ registration: 'registered', line: talk });
    expect([begun, phones[0]!.isClosed]).toEqual([1, false]);
  });

  it('learns that it was over meanwhile, and asks for the calls anew', async () => {
    await computerSleeps(300_000, () => exchange().registration('lost'));
    asked.length = 0;
    exchange().registration('registered');
    exchange().line(null);
    expect(shown()).toMatchObject({ status: 'in', line: null });
    expect(asked).toEqual([{ queryKey: 'calls that go on' }, { queryKey: 'the call' }]);
  });

  it('is the telephone again where its session was ended after the call', async () => {
    api.pbx.phoneHeartbeat = async ({ id }) => session(id, id === 'ses_1' ? 'timedOut' : null);
    await computerSleeps(3_600_000);
    expect(shown()).toMatchObject({ status: 'in', sessionId: 'ses_2', line: null });
    expect(phones.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    // What the phone of before still says is nobody’s.
    phones[0]!.options.events.line(talk);
    expect(shown()).toMatchObject({ line: null });
  });

  it('waits for its agent where nobody looks at it, and says what happened', async () => {
    page.visibilityState = 'hidden';
    api.pbx.phoneHeartbeat = async ({ id }) => session(id, 'timedOut');
    await computerSleeps(3_600_000);
    expect(shown()).toEqual({ status: 'out', notice: expect.stringContaining('nothing was heard of it') });
    expect(begun).toBe(1);
  });

  it('stays on the call while the network is still away', async () => {
    api.pbx.phoneHeartbeat = async () => {
      throw new TypeError('Failed to fetch');
    };
    await computerSleeps(300_000);
    expect(shown()).toMatchObject({ status: 'in', sessionId: 'ses_1', line: talk });
  });

  it('asks for its session at once when it is looked at again', async () => {
    const beats: string[] = [];
    api.pbx.phoneHeartbeat = async ({ id }) => {
      beats.push(id);
      return session(id);
    };
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(beats).toEqual(['ses_1']);
  });
});
