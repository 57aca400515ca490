import { useSyncExternalStore } from 'react';
import { keepAlive } from './keep-alive.ts';
import { createSessionStore, type Session, sessionKeys } from './session-store.ts';

const lockName = 'dealbell-session';

/** The session of this browser. Features read it with `useSession()`. */
export const session = createSessionStore({
  storage: localStorage,
  fetch: (...args) => fetch(...args),
  now: () => Date.now(),
  // Web Locks exist in secure contexts only; over plain http on a LAN each tab is on its own.
  lock: async (work) => (navigator.locks ? navigator.locks.request(lockName, work) : work()),
  timeoutSignal: (ms) => AbortSignal.timeout(ms),
  log: (message, cause) => console.warn(message, cause),
});

/** Starts the regular refresh and follows what other tabs do. Called once, by main.tsx. */
export function startSession(): void {
  const shared = new Set<string>(Object.values(sessionKeys));
  window.addEventListener('storage', (event) => {
    if (event.key === null || shared.has(event.key)) session.sync();
  });
  keepAlive({
    session,
    onVisible(callback) {
      const listener = () => document.visibilityState === 'visible' && callback();
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    setTimeout: (callback, ms) => window.setTimeout(callback, ms),
    clearTimeout: (timer) => window.clearTimeout(timer as number),
  });
}

/** Who is signed in, or null. Renders again when that changes, also when another tab changes it. */
export function useSession(): Session | null {
  return useSyncExternalStore(session.subscribe, session.get);
}

/** The signed-in user's session, for components below `RequireSession`. */
export function useSignedIn(): Session {
  const value = useSession();
  if (!value) throw new Error('useSignedIn needs a signed-in user; it belongs below RequireSession.');
  return value;
}

/** Signs out in all tabs and revokes the refresh token; being offline does not stop anybody from leaving. */
export function logout(): void {
  const refreshToken = session.get()?.refreshToken;
  session.signOut();
  if (!refreshToken) return;
  fetch('/api/auth/logout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
    keepalive: true,
  }).catch(() => undefined);
}
