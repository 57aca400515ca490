import type { InferContractRouterOutputs } from '@orpc/contract';
import { type Atom, atom } from 'jotai';
import type { Api } from '#shared/api/index.ts';
import { limits } from './limits.ts';
import { state } from './state.ts';

export type LoginResult = InferContractRouterOutputs<Api>['auth']['register'];
export type SessionUser = Omit<LoginResult, 'token' | 'refreshToken' | 'expiresIn' | 'deviceToken'>;

export interface Session {
  token: string;
  /** Null where it lies in a cookie that no script can read, as it does from the first refresh on. */
  refreshToken: string | null;
  user: SessionUser;
  tenantId: number;
}

/** Why nobody is signed in any more: shown once on the sign-in page. */
export type SessionEnd = 'signed-out' | 'expired';

/** Everything that signing out removes (document 001, section 4). `refreshedAt` is ours: ms since the epoch. */
export const sessionKeys = {
  token: 'token',
  refreshToken: 'refreshToken',
  user: 'user',
  tenantId: 'tenantId',
  userId: 'userId',
  agentExtension: 'agentExtension',
  refreshedAt: 'refreshedAt',
} as const;

/** In the tab's own storage: a reload of the sign-in page still says why one is there. */
const endKey = 'sessionEnd';

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface SessionDependencies {
  /** What all tabs of a browser share. */
  storage: KeyValueStorage;
  /** What one tab keeps over its reloads. */
  tabStorage: KeyValueStorage;
  fetch: typeof fetch;
  now(): number;
  /** Runs one holder at a time across all tabs, so that a refresh token is never used twice. */
  lock<T>(work: () => Promise<T>): Promise<T>;
  timeoutSignal(ms: number): AbortSignal;
  log(message: string, cause: unknown): void;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** The session of this browser, shared by all its tabs through their storage. */
export function createSessionStore(deps: SessionDependencies) {
  const { storage } = deps;
  const sessionAtom = atom(read());
  const current = () => state.get(sessionAtom);
  let renewal: Promise<boolean> | null = null;

  function endedBy(): SessionEnd | null {
    const kept = deps.tabStorage.getItem(endKey);
    return kept === 'expired' || kept === 'signed-out' ? kept : null;
  }

  function read(): Session | null {
    const token = storage.getItem(sessionKeys.token);
    const user = parseUser(storage.getItem(sessionKeys.user));
    if (!token || !user) return null;
    const tenantId = Number(storage.getItem(sessionKeys.tenantId)) || user.tenantId;
    return { token, refreshToken: storage.getItem(sessionKeys.refreshToken), user, tenantId };
  }

  /** Takes over what storage says, which another tab may have changed. */
  function sync(): void {
    const next = read();
    if (JSON.stringify(next) === JSON.stringify(current())) return;
    if (current() && !next && !endedBy()) deps.tabStorage.setItem(endKey, 'signed-out');
    if (next) deps.tabStorage.removeItem(endKey);
    state.set(sessionAtom, next);
  }

  function store(token: string, refreshToken: string | undefined): void {
    // The refresh token goes first: a tab that dies in between still holds the one that is valid, or the cookie.
    if (refreshToken) storage.setItem(sessionKeys.refreshToken, refreshToken);
    else storage.removeItem(sessionKeys.refreshToken);
    storage.setItem(sessionKeys.token, token);
    storage.setItem(sessionKeys.refreshedAt, String(deps.now()));
  }

  function signIn({ token, refreshToken, expiresIn: _, deviceToken: _device, ...user }: LoginResult): void {
    // Without a token for this moment, so that no other tab reads one user's token with another's tenant.
    storage.removeItem(sessionKeys.token);
    storage.setItem(sessionKeys.user, JSON.stringify(user));
    storage.setItem(sessionKeys.userId, user.userId);
    storage.setItem(sessionKeys.tenantId, String(user.tenantId));
    store(token, refreshToken);
    sync();
  }

  function signOut(reason: SessionEnd = 'signed-out'): void {
    deps.tabStorage.setItem(endKey, reason);
    for (const key of Object.values(sessionKeys)) storage.removeItem(key);
    sync();
  }

  async function exchange(refusedToken: string | null): Promise<boolean> {
    sync();
    const held = current();
    if (!held) return false;
    if (held.token !== refusedToken) return true;
    const { refreshToken, token: before, user } = held;
    try {
      const response = await deps.fetch('/api/auth/refresh', {
        method: 'POST',
        headers: cookieHeaders,
        // A session of before the cookie gives its token once more; the answer puts the next into the cookie.
        body: JSON.stringify(refreshToken ? { refreshToken } : {}),
        signal: deps.timeoutSignal(limits.refreshTimeout),
      });
      const answer = response.ok ? await response.json() : undefined;
      const replaced = storage.getItem(sessionKeys.token) !== before;
      if (response.status === 401) {
        // Without Web Locks another tab may have been first; its pair is as good as ours would have been.
        if (!replaced) signOut('expired');
        else sync();
        return current() !== null && replaced;
      }
      if (typeof answer?.accessToken !== 'string')
        throw new Error(`The refresh answered ${response.status}.`);
      // The cookie is the browser's: after a sign-in elsewhere it may be somebody else's than this storage.
      const owner = subjectOf(answer.accessToken);
      if (!replaced && owner !== undefined && owner !== user.userId) signOut('expired');
      else if (!replaced) store(answer.accessToken, answer.refreshToken);
      sync();
      return current() !== null;
    } catch (cause) {
      deps.log('The session could not be renewed; it is left as it is.', cause);
      return false;
    }
  }

  /** One refresh however many ask at once, in this tab or another. */
  function renew(refusedToken: string | null): Promise<boolean> {
    renewal ??= deps
      .lock(() => exchange(refusedToken))
      .finally(() => {
        renewal = null;
      });
    return renewal;
  }

  return {
    /** For components: `useAtomValue(session.atom)`. */
    atom: sessionAtom as Atom<Session | null>,
    get: current,
    token: () => current()?.token ?? null,
    endedBy,
    subscribe: (listener: () => void) => state.sub(sessionAtom, listener),
    sync,
    signIn,
    signOut,
    renew,
    /** A forced refresh: true when the session holds a fresh token afterwards. */
    refresh: () => renew(current()?.token ?? null),
    /** Milliseconds until the next regular refresh, counted from the last one of any tab; 0 when overdue. */
    refreshDueIn(): number {
      const last = Number(storage.getItem(sessionKeys.refreshedAt)) || 0;
      return Math.min(limits.refreshInterval, Math.max(0, last + limits.refreshInterval - deps.now()));
    },
    /** Changes what is shown of the user, such as after the tenant got another name. */
    updateUser(change: Partial<SessionUser>): void {
      const held = current();
      if (!held) return;
      storage.setItem(sessionKeys.user, JSON.stringify({ ...held.user, ...change }));
      sync();
    },
  };
}

/** Asks for the refresh token in a cookie; other sites can send neither this header nor JSON unasked. */
export const cookieHeaders = { 'content-type': 'application/json', 'x-session': 'cookie' } as const;

/** Whose an access token is, or undefined where it does not say. */
function subjectOf(token: string): string | undefined {
  try {
    const [, claims = ''] = token.split('.');
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}

function parseUser(text: string | null): SessionUser | null {
  try {
    const value = JSON.parse(text ?? 'null');
    if (typeof value?.userId !== 'string' || typeof value?.role !== 'string') return null;
    // What an earlier version kept names no permissions; the shell asks for them.
    return { ...value, permissions: value.permissions ?? {} };
  } catch {
    return null;
  }
}
