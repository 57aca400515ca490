import { api } from '../api.ts';
import { session } from '../session.ts';
import { PushChannel, type Socket } from './channel.ts';

/** The page's one connection to the push channel, as the user who is signed in. */
export const pageChannel = new PushChannel({
  address: () => api.system.pushChannel({}),
  token: session.token,
  renew: session.renew,
  open: (url, protocols) => new WebSocket(url, protocols) as Socket,
  setTimeout: (callback, ms) => window.setTimeout(callback, ms),
  clearTimeout: (timer) => window.clearTimeout(timer as number),
  now: () => Date.now(),
  random: Math.random,
});

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') pageChannel.wake();
});
window.addEventListener('online', () => pageChannel.wake({ network: true }));
let user = session.get()?.user.userId;
session.subscribe(() => {
  const now = session.get()?.user.userId;
  if (now !== user) pageChannel.reset();
  user = now;
});
