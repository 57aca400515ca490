import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { createTransport, type SendOptions } from './transport.ts';

type Answer = Response | Error | ((request: Request) => Response | Promise<Response>);

/** A server that gives the listed answers in turn (the last one for ever) and a clock that only counts. */
function world(answers: Answer[], renew: (refused: string | null) => Promise<boolean> = async () => false) {
  const requests: Request[] = [];
  const waits: number[] = [];
  const timeouts: number[] = [];
  const state = { token: 'token-1' as string | null };
  const send = createTransport({
    fetch: async (input, init) => {
      const request = new Request(input as Request, init);
      requests.push(request);
      const answer = answers[Math.min(requests.length, answers.length) - 1]!;
      if (answer instanceof Error) throw answer;
      return typeof answer === 'function' ? answer(request) : answer.clone();
    },
    credentials: { token: () => state.token, renew },
    sleep: async (ms) => void waits.push(ms),
    timeoutSignal: (ms) => {
      timeouts.push(ms);
      return new AbortController().signal;
    },
  });
  const call = (options?: SendOptions, init?: RequestInit) =>
    send(new Request('http://dealbell.test/api/users', init), {}, options);
  return { call, requests, waits, timeouts, state };
}

const failing = (status: number, body: unknown = { error: 'No.', code: 'no' }, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const fine = () => new Response('{"ok":true}');

async function errorOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error;
}

describe('a call', () => {
  it('carries the bearer token and a time-out of 15 s', async () => {
    const { call, requests, timeouts } = world([fine()]);
    await call();
    expect(requests[0]!.headers.get('authorization')).toBe('Bearer token-1');
    expect(timeouts).toEqual([15_000]);
  });

  it('may ask for another time-out', async () => {
    const { call, timeouts } = world([fine()]);
    await call({ timeoutMs: 30_000 });
    expect(timeouts).toEqual([30_000]);
  });

  it('carries no token when it is public', async () => {
    const { call, requests } = world([fine()]);
    await call({ anonymous: true });
    expect(requests[0]!.headers.has('authorization')).toBe(false);
  });

  it('fails with status, code, details and the error field of the body', async () => {
    const body = { error: 'This name is taken.', code: 'conflict', details: { field: 'username' } };
    const error = await errorOf(world([failing(409, body)]).call());
    expect(error).toMatchObject({ status: 409, code: 'conflict', message: 'This name is taken.' });
    expect(error.details).toEqual({ field: 'username' });
  });

  it("fails with 'HTTP {status}: {statusText}' where the body has no error field", async () => {
    const error = await errorOf(
      world([new Response('<h1>teapot</h1>', { status: 418, statusText: "I'm a teapot" })]).call(),
    );
    expect(error.message).toBe("HTTP 418: I'm a teapot");
    expect(error.code).toBe('http_418');
  });

  it('tells a lost network from an answer', async () => {
    const { call, requests } = world([new TypeError('Failed to fetch')]);
    expect(await errorOf(call())).toMatchObject({ status: 0, code: 'network' });
    expect(requests).toHaveLength(1);
    const words = { timeout: 'Too late.', network: 'Network connection failed...' };
    expect((await errorOf(call({ words }))).message).toBe('Network connection failed...');
  });

  it('tells a time-out from a lost network', async () => {
    const send = createTransport({
      fetch: async (_, init) => {
        init!.signal!.throwIfAborted();
        return fine();
      },
      credentials: { token: () => null, renew: async () => false },
      sleep: async () => undefined,
      timeoutSignal: () => AbortSignal.abort(new DOMException('', 'TimeoutError')),
    });
    const error = await errorOf(send(new Request('http://dealbell.test/api/users')));
    expect(error).toMatchObject({ status: 0, code: 'timeout' });
  });

  it('passes on the abort of its caller untouched', async () => {
    const stop = new AbortController();
    const { call } = world([
      () => {
        stop.abort(new DOMException('left the page', 'AbortError'));
        throw stop.signal.reason;
      },
    ]);
    await expect(call({}, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('retries', () => {
  it.each([429, 500, 502, 503])('%i: three times after 1, 2 and 4 s, then the error', async (status) => {
    const { call, requests, waits } = world([failing(status)]);
    expect(await errorOf(call())).toMatchObject({ status });
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    expect(requests).toHaveLength(4);
  });

  it('stop at the first success', async () => {
    const { call, waits } = world([failing(503), failing(429), fine()]);
    expect(await (await call()).json()).toEqual({ ok: true });
    expect(waits).toEqual([1_000, 2_000]);
  });

  it('send the body again each time', async () => {
    const { call, requests } = world([failing(500), failing(500), fine()]);
    await call({}, { method: 'POST', body: '{"name":"Anna"}' });
    expect(await Promise.all(requests.map((request) => request.text()))).toEqual(
      Array(3).fill('{"name":"Anna"}'),
    );
  });

  it("wait as long as the body's retryAfter says", async () => {
    const { call, waits } = world([failing(429, { error: 'Slow down.', retryAfter: 7 }), fine()]);
    await call();
    expect(waits).toEqual([7_000]);
  });

  it('wait as long as the Retry-After header says, in seconds or as a date', async () => {
    const soon = new Date(Date.now() + 30_000).toUTCString();
    const { call, waits } = world([
      failing(503, {}, { 'retry-after': '3' }),
      failing(503, {}, { 'retry-after': soon }),
      fine(),
    ]);
    await call();
    expect(waits[0]).toBe(3_000);
    expect(waits[1]).toBeGreaterThan(27_000);
    expect(waits[1]).toBeLessThanOrEqual(30_000);
  });

  it('give up at once where the server asks for longer than a minute, saying how long', async () => {
    const { call, requests } = world([failing(429, { error: 'Locked.', retryAfter: 900 })]);
    expect((await errorOf(call())).retryAfter).toBe(900);
    expect(requests).toHaveLength(1);
  });

  it.each([400, 403, 404, 409, 413])('%i is not retried', async (status) => {
    const { call, requests } = world([failing(status)]);
    expect((await errorOf(call())).status).toBe(status);
    expect(requests).toHaveLength(1);
  });

  it.each([429, 500])('a sign-in is never retried, not even on %i', async (status) => {
    const { call, requests, waits } = world([failing(status)]);
    expect((await errorOf(call({ anonymous: true, retry: false }))).status).toBe(status);
    expect(requests).toHaveLength(1);
    expect(waits).toEqual([]);
  });
});

describe('a 401', () => {
  it('is answered by one renewal and one retry with the new token', async () => {
    const { call, requests, state } = world([failing(401), fine()], async (refused) => {
      expect(refused).toBe('token-1');
      state.token = 'token-2';
      return true;
    });
    await call();
    expect(requests.map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  it('after the renewal is the answer', async () => {
    let renewals = 0;
    const { call, requests } = world([failing(401)], async () => {
      renewals += 1;
      return true;
    });
    expect((await errorOf(call())).status).toBe(401);
    expect(renewals).toBe(1);
    expect(requests).toHaveLength(2);
  });

  it('asks to refresh the page where the renewal fails and leaves the session as it is', async () => {
    const { call, requests } = world([failing(401)]);
    expect(await errorOf(call())).toMatchObject({
      status: 401,
      code: 'no',
      message: 'Authentication required. Please refresh the page.',
    });
    expect(requests).toHaveLength(1);
  });

  it('is the answer where the renewal ends the session', async () => {
    const { call, state } = world([failing(401)], async () => {
      state.token = null;
      return false;
    });
    expect(await errorOf(call())).toMatchObject({ status: 401, message: 'No.' });
  });

  it('says that there is no token where none could be had', async () => {
    const { call, state } = world([failing(401)]);
    state.token = null;
    expect(await errorOf(call())).toMatchObject({
      status: 401,
      message: 'No authentication token found. Please refresh the page.',
    });
  });

  it('of a public call, such as a wrong password, renews nothing', async () => {
    const { call, requests } = world([failing(401)], async () => {
      throw new Error('must not be called');
    });
    expect((await errorOf(call({ anonymous: true }))).status).toBe(401);
    expect(requests).toHaveLength(1);
  });
});
