import type { SessionStore } from './session-store.ts';

export interface KeepAliveDependencies {
  session: Pick<SessionStore, 'get' | 'subscribe' | 'refresh' | 'refreshDueIn'>;
  /** Calls back each time the tab becomes visible; answers how to stop. */
  onVisible(callback: () => void): () => void;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/**
 * Renews the token every 10 minutes and whenever the tab becomes visible, while somebody is signed in
 * (document 001, section 4). Ten open tabs make one refresh each 10 minutes, not ten.
 */
export function keepAlive(deps: KeepAliveDependencies): () => void {
  const { session } = deps;
  let timer: unknown;

  function plan(): void {
    deps.clearTimeout(timer);
    timer = undefined;
    if (!session.get()) return;
    // A refresh that failed leaves the due time in the past: wait a little rather than hammer the server.
    timer = deps.setTimeout(tick, Math.max(1_000, session.refreshDueIn()));
  }

  async function tick(): Promise<void> {
    if (session.get() && session.refreshDueIn() === 0) {
      const renewed = await session.refresh();
      if (!renewed && session.get()) {
        timer = deps.setTimeout(tick, 60_000);
        return;
      }
    }
    plan();
  }

  const stopVisible = deps.onVisible(() => {
    if (session.get()) void session.refresh();
  });
  const unsubscribe = session.subscribe(plan);
  plan();
  return () => {
    deps.clearTimeout(timer);
    stopVisible();
    unsubscribe();
  };
}
