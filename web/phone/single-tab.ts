/*
 * One tab of a browser holds the telephone: two that register the same one would take calls from each other. The lock is
 * let go when its tab closes or crashes.
 */

export interface TabLock {
  /** Whether this tab has it now. Another one that wants it asks, and gets it unless a call goes on there. */
  acquire(options?: { ask?: boolean }): Promise<boolean>;
  release(): void;
}

interface TabLockOptions {
  name: string;
  locks: Pick<LockManager, 'request'> | undefined;
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  /** Whether this tab may give it away now. */
  mayYield: () => boolean;
  /** Another tab took it. */
  onYielded: () => void;
  /** How long the other tab may take to let go. ms */
  waitMs?: number;
}

export function createTabLock({
  name,
  locks,
  channel,
  mayYield,
  onYielded,
  waitMs = 3_000,
}: TabLockOptions): TabLock {
  let letGo: (() => void) | undefined;

  const release = () => {
    letGo?.();
    letGo = undefined;
  };
  channel.addEventListener('message', ({ data }) => {
    if (data !== 'yield' || !letGo || !mayYield()) return;
    onYielded();
    release();
  });

  const request = (options: LockOptions) =>
    new Promise<boolean>((resolve) => {
      locks!
        .request(name, options, (lock) => {
          resolve(lock !== null);
          if (!lock) return;
          return new Promise<void>((end) => {
            letGo = end;
          });
        })
        // The wait is over: the other tab has a call.
        .catch(() => resolve(false));
    });

  return {
    release,
    async acquire({ ask = true } = {}) {
      // Over plain http on a LAN there are no locks; each tab is on its own, and the server ends the older session.
      if (!locks || letGo) return true;
      if (await request({ ifAvailable: true })) return true;
      // A tab that is reloaded finds its own lock let go within this time.
      if (ask) channel.postMessage('yield');
      return request({ signal: AbortSignal.timeout(waitMs) });
    },
  };
}
