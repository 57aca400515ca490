import { beforeEach, describe, expect, it } from 'vitest';
import { createSessionStore, type LoginResult, type SessionStore, sessionKeys } from './session-store.ts';
import { createTransport } from './transport.ts';

/** One browser: a storage, a lock and a server that all its tabs share. */
class Browser {
  readonly values = new Map<string, string>();
  /** The refresh tokens sent; 'cookie' where the body held none. */
  readonly refreshes: string[] = [];
  readonly logged: string[] = [];
  now = 1_000_000;
  tabs: SessionStore[] = [];
  answer: (refreshToken: string) => Response | Promise<Response> = (token) => this.rotate(token);
  #queue: Promise<unknown> = Promise.resolve();
  readonly #locks: boolean;

  constructor({ locks = true } = {}) {
    this.#locks = locks;
  }

  /** The server's rule: a refresh token works once; each gives the next pair. */
  rotate(token: string): Response {
    const number = Number(token.split('-')[1]);
    if (number !== this.refreshes.length) return Response.json({ error: 'Used twice.' }, { status: 401 });
    return Response.json({ accessToken: `access-${number + 1}`, refreshToken: `refresh-${number + 1}` });
  }

  /** @param kept what the tab has of its own; that of an earlier page where it is loaded again */
  tab(kept = new Map<string, string>()): SessionStore {
    const changed = () => {
      // The storage event reaches the other tabs, after the change.
      for (const other of this.tabs) if (other !== store) queueMicrotask(() => other.sync());
    };
    const store: SessionStore = createSessionStore({
      storage: {
        getItem: (key) => this.values.get(key) ?? null,
        setItem: (key, value) => {
          this.values.set(key, value);
          changed();
        },
        removeItem: (key) => {
          this.values.delete(key);
          changed();
        },
      },
      tabStorage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => kept.set(key, value),
        removeItem: (key) => kept.delete(key),
      },
      fetch: async (input, init) => {
        expect(input).toBe('/api/auth/refresh');
        const { refreshToken = 'cookie' } = JSON.parse(String(init?.body));
        expect(new Headers(init?.headers).get('x-session')).toBe('cookie');
        this.refreshes.push(refreshToken);
        await Promise.resolve();
        return this.answer(refreshToken);
      },
      now: () => this.now,
      lock: (work) => {
        if (!this.#locks) return work();
        const turn = this.#queue.then(work, work);
        this.#queue = turn.catch(() => undefined);
        return turn as ReturnType<typeof work>;
      },
      timeoutSignal: (ms) => {
        expect(ms).toBe(10_000);
        return new AbortController().signal;
      },
      log: (message) => this.logged.push(message),
    });
    this.tabs.push(store);
    return store;
  }
}

const login: LoginResult = {
  token: 'access-1',
  refreshToken: 'refresh-1',
  expiresIn: 900,
  userId: 'usr_1',
  username: 'anna',
  tenantId: 1,
  role: 'admin',
  email: 'anna@example.com',
  firstName: 'Anna',
  lastName: 'Ito',
  fullName: 'Anna Ito',
  permissions: {},
  tenantName: 'Demo',
  deviceToken: 'dv_1',
};

let browser: Browser;
let tab: SessionStore;
beforeEach(() => {
  browser = new Browser();
  tab = browser.tab();
});

describe('a session', () => {
  it('is kept in storage and restored by the next page load', () => {
    tab.signIn(login);
    const { token, refreshToken, tenantId, user } = browser.tab().get()!;
    expect({ token, refreshToken, tenantId }).toEqual({
      token: 'access-1',
      refreshToken: 'refresh-1',
      tenantId: 1,
    });
    expect(user).toMatchObject({ userId: 'usr_1', fullName: 'Anna Ito', role: 'admin' });
    expect(user).not.toHaveProperty('token');
  });

  it('says after a reload of its tab why it ended, and no more once somebody signs in', () => {
    const kept = new Map<string, string>();
    const own = browser.tab(kept);
    own.signIn(login);
    own.signOut('expired');
    const reloaded = browser.tab(kept);
    expect(reloaded.endedBy()).toBe('expired');
    expect(browser.tab().endedBy()).toBeNull();
    reloaded.signIn(login);
    expect(browser.tab(kept).endedBy()).toBeNull();
  });

  it('leaves nothing behind when it ends', () => {
    tab.signIn(login);
    browser.values.set(sessionKeys.agentExtension, '4001');
    browser.values.set('favorites', '[]');
    tab.signOut();
    expect(tab.get()).toBeNull();
    expect([...browser.values.keys()]).toEqual(['favorites']);
  });

  it('ends in all tabs at once', async () => {
    tab.signIn(login);
    const other = browser.tab();
    expect(other.get()).not.toBeNull();
    tab.signOut();
    await Promise.resolve();
    expect(other.get()).toBeNull();
  });

  it('of somebody else, signed in in another tab, is taken over', async () => {
    tab.signIn(login);
    const other = browser.tab();
    other.signIn({ ...login, userId: 'usr_2', tenantId: 5 });
    await Promise.resolve();
    expect(tab.get()).toMatchObject({ tenantId: 5, user: { userId: 'usr_2' } });
  });

  it('that storage holds in a broken form is nobody', () => {
    browser.values.set(sessionKeys.token, 'access-1');
    browser.values.set(sessionKeys.user, '{"userId":');
    expect(browser.tab().get()).toBeNull();
  });

  it('tells its listeners of a change, and only of a change', () => {
    let told = 0;
    tab.subscribe(() => {
      told += 1;
    });
    tab.sync();
    expect(told).toBe(0);
    tab.signIn(login);
    tab.sync();
    expect(told).toBe(1);
  });
});

describe('a refresh', () => {
  beforeEach(() => tab.signIn(login));

  it('stores the rotated pair and answers true', async () => {
    expect(await tab.refresh()).toBe(true);
    expect(tab.get()).toMatchObject({ token: 'access-2', refreshToken: 'refresh-2' });
  });

  it('forgets a refresh token of before the cookie once the answer has put the next one there', async () => {
    browser.answer = () => Response.json({ accessToken: 'access-2' });
    expect(await tab.refresh()).toBe(true);
    expect(tab.get()).toMatchObject({ token: 'access-2', refreshToken: null });
    expect(browser.values.has(sessionKeys.refreshToken)).toBe(false);
    browser.answer = () => Response.json({ accessToken: 'access-3' });
    expect(await tab.refresh()).toBe(true);
    expect(browser.refreshes).toEqual(['refresh-1', 'cookie']);
    expect(browser.tab().get()).toMatchObject({ token: 'access-3', refreshToken: null });
  });

  it('that answers for somebody else, who has signed in since, ends the session', async () => {
    const claims = btoa(JSON.stringify({ sub: 'usr_2' }));
    browser.answer = () => Response.json({ accessToken: `x.${claims}.y` });
    expect(await tab.refresh()).toBe(false);
    expect(tab.get()).toBeNull();
  });

  it('is one, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => tab.refresh()));
    expect(answers).toEqual(Array(10).fill(true));
    expect(browser.refreshes).toEqual(['refresh-1']);
  });

  it('is one for two tabs that ask at once', async () => {
    const other = browser.tab();
    expect(await Promise.all([tab.refresh(), other.refresh()])).toEqual([true, true]);
    expect(browser.refreshes).toEqual(['refresh-1']);
    expect(other.token()).toBe('access-2');
  });

  it('that another tab won is a success, where the browser has no locks', async () => {
    browser = new Browser({ locks: false });
    const [first, second] = [browser.tab(), browser.tab()];
    first.signIn(login);
    await Promise.resolve();
    await first.refresh();
    // The slower tab still holds the pair that has been replaced.
    browser.answer = () => Response.json({ error: 'Used twice.' }, { status: 401 });
    expect(await second.renew('access-1')).toBe(true);
    expect(second.token()).toBe('access-2');
    expect(first.get()).not.toBeNull();
  });

  it('that is refused with 401 signs out everywhere', async () => {
    const other = browser.tab();
    browser.answer = () => Response.json({ error: 'Revoked.' }, { status: 401 });
    expect(await tab.refresh()).toBe(false);
    await Promise.resolve();
    expect([tab.get(), other.get()]).toEqual([null, null]);
    expect(tab.endedBy()).toBe('expired');
    expect(browser.values.size).toBe(0);
  });

  it.each([
    ['a 500', () => Response.json({}, { status: 500 })],
    ['a 429', () => Response.json({}, { status: 429 })],
    ['an answer without a token', () => Response.json({})],
    ['a page instead of JSON', () => new Response('<html>')],
    ['a lost network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('that fails by %s is logged and leaves the session', async (_, answer) => {
    browser.answer = answer;
    expect(await tab.refresh()).toBe(false);
    expect(tab.get()).toMatchObject({ token: 'access-1', refreshToken: 'refresh-1' });
    expect(browser.logged).toHaveLength(1);
  });

  it('without a refresh token asks by the cookie, and signs out where that is none', async () => {
    browser.values.delete(sessionKeys.refreshToken);
    tab.sync();
    browser.answer = () => Response.json({ error: 'Over.' }, { status: 401 });
    expect(await tab.refresh()).toBe(false);
    expect(tab.get()).toBeNull();
    expect(browser.refreshes).toEqual(['cookie']);
  });

  it('that comes back after somebody signed out does not sign them in again', async () => {
    browser.answer = () => {
      tab.signOut();
      return Response.json({ accessToken: 'access-2', refreshToken: 'refresh-2' });
    };
    expect(await tab.refresh()).toBe(false);
    expect(tab.get()).toBeNull();
    expect(browser.values.size).toBe(0);
  });

  it('is due 10 minutes after the last one of any tab', async () => {
    expect(tab.refreshDueIn()).toBe(600_000);
    browser.now += 540_000;
    expect(tab.refreshDueIn()).toBe(60_000);
    await browser.tab().refresh();
    expect(tab.refreshDueIn()).toBe(600_000);
    browser.now += 3_600_000;
    expect(tab.refreshDueIn()).toBe(0);
  });
});

describe('ten calls that are refused at once', () => {
  const call = async (send: ReturnType<typeof transportOf>, at: number) =>
    (await send(new Request(`http://dealbell.test/api/leads/${at}`))).json();

  /** A server that takes only the token it gave last. */
  function transportOf(store: SessionStore, seen: string[] = []) {
    return createTransport({
      fetch: async (input) => {
        const token = (input as Request).headers.get('authorization') ?? '';
        seen.push(token);
        await Promise.resolve();
        return token === 'Bearer access-2'
          ? Response.json({ ok: true })
          : Response.json({ error: 'Authentication required. Please log in.' }, { status: 401 });
      },
      credentials: store,
      sleep: async () => undefined,
      timeoutSignal: () => new AbortController().signal,
    });
  }

  it('make one refresh and succeed', async () => {
    tab.signIn(login);
    const seen: string[] = [];
    const send = transportOf(tab, seen);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => call(send, at)));
    expect(answers).toEqual(Array(10).fill({ ok: true }));
    expect(browser.refreshes).toEqual(['refresh-1']);
    expect(seen).toHaveLength(20);
  });

  it('five in each of two tabs, make one refresh and succeed', async () => {
    tab.signIn(login);
    const other = browser.tab();
    const [here, there] = [transportOf(tab), transportOf(other)];
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => call(at % 2 ? here : there, at)));
    expect(answers).toEqual(Array(10).fill({ ok: true }));
    expect(browser.refreshes).toEqual(['refresh-1']);
  });

  it('fail and sign out once where the refresh is refused', async () => {
    tab.signIn(login);
    browser.answer = () => Response.json({ error: 'Revoked.' }, { status: 401 });
    const send = transportOf(tab);
    const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => call(send, at)));
    expect(answers.every((answer) => answer.status === 'rejected')).toBe(true);
    expect(browser.refreshes).toEqual(['refresh-1']);
    expect(tab.get()).toBeNull();
  });
});
