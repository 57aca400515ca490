import { useAtomValue } from 'jotai';
import { keepAlive } from './keep-alive.ts';
import { cookieHeaders, createSessionStore, type Session, sessionKeys } from './session-store.ts';

const lockName = 'dealbell-session';

/** Set from a sign-out until the server has heard of it: no script can remove the cookie itself. */
const pendingSignOut = 'signOutPending';

/** The session of this browser. Features read it with `useSession()`. */
export const session = createSessionStore({
  storage: localStorage,
  tabStorage: sessionStorage,
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
  finishSignOut();
  window.addEventListener('online', finishSignOut);
  session.subscribe(() => {
    if (session.get()) localStorage.removeItem(pendingSignOut);
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
  return useAtomValue(session.atom);
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
  localStorage.setItem(pendingSignOut, 'yes');
  revoke(refreshToken ?? undefined);
}

/** Tells the server of a sign-out; where it does not hear, the next page load or the network's return tells it again. */
function revoke(refreshToken?: string): void {
  fetch('/api/auth/logout', {
    method: 'POST',
    headers: cookieHeaders,
    body: JSON.stringify({ refreshToken }),
    keepalive: true,
  }).then(
    (response) => {
      if (response.ok) localStorage.removeItem(pendingSignOut);
    },
    () => undefined,
  );
}

/** A session that began since has its own cookie in the place of the old one. */
function finishSignOut(): void {
  if (!localStorage.getItem(pendingSignOut)) return;
  if (session.get()) localStorage.removeItem(pendingSignOut);
  else revoke();
}
