import { PushChannel, type Socket } from '#web/app/push/channel.ts';
import type { PushAddress } from './plan.ts';

/** Displays of a tenant hear the same hint: each asks after its own random part of this, not all at once; ms. */
const spreadMs = 100;

/** Calls `hear` when something of the tenant's displays has changed, as long as the page is open. */
export function followHints({ url, host, channel }: PushAddress, key: string, hear: () => void): void {
  const hints = new PushChannel({
    address: async () => ({ url, host }),
    token: () => key,
    // An address that is refused stays what it is: the player goes on asking by its timer.
    renew: async () => undefined,
    open: (address, protocols) => new WebSocket(address, protocols) as Socket,
    setTimeout: (callback, ms) => window.setTimeout(callback, ms),
    clearTimeout: (timer) => window.clearTimeout(timer as number),
    now: () => Date.now(),
    random: Math.random,
  });
  hints.listen(channel, () => setTimeout(hear, Math.random() * spreadMs));
  window.addEventListener('online', () => hints.wake({ network: true }));
}
