import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { channelsFor, type PushTopic } from '#shared/model/push.ts';
import { api, queryClient } from '../api.ts';
import { session, useSession } from '../session.ts';
import { PushChannel, type Socket } from './channel.ts';
import { Refresh } from './refresh.ts';
import { staleAfter } from './topics.ts';

/** How often at most is asked again while hints come, for those that were lost or came before an index was written; ms. */
const slowMs = 10_000;

const channel = new PushChannel({
  address: () => api.system.pushChannel({}),
  token: session.token,
  renew: session.renew,
  open: (url, protocols) => new WebSocket(url, protocols) as Socket,
  setTimeout: (callback, ms) => window.setTimeout(callback, ms),
  clearTimeout: (timer) => window.clearTimeout(timer as number),
  now: () => Date.now(),
  random: Math.random,
});

const refresh = new Refresh({
  invalidate: (topic) => {
    for (const queryKey of staleAfter[topic]())
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  },
  isVisible: () => document.visibilityState === 'visible',
  setTimeout: (callback, ms) => window.setTimeout(callback, ms),
});

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible') return;
  channel.wake();
  refresh.visible();
});
window.addEventListener('online', () => channel.wake({ network: true }));
let user = session.get()?.user.userId;
session.subscribe(() => {
  const now = session.get()?.user.userId;
  if (now !== user) channel.reset();
  user = now;
});

/**
 * Keeps a page's queries of a topic fresh: hints have them asked for again at once, and what this answers is their
 * `refetchInterval`: long while hints come, `ms` while they do not.
 */
export function usePollInterval(topic: PushTopic, ms: number): number {
  const who = useSession();
  const channels = useMemo(() => {
    if (!who) return [];
    const { userId, role, permissions } = who.user;
    return channelsFor({ tenantId: who.tenantId, userId, role, permissions }, topic);
  }, [who, topic]);
  const path = channels.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same channels in a list of another render are the same.
  useEffect(() => {
    const ends = channels.map((one) =>
      channel.listen(one, (hint) => {
        // Hints may have been missed until the last of them is heard; a user's own has hints of every topic.
        if (hint === null ? channel.hears(channels) : hint.topic === topic) refresh.hear(topic);
      }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [path, topic]);
  const isUp = useSyncExternalStore(
    (changed) => channel.watch(changed),
    () => channel.hears(channels),
  );
  return isUp ? Math.max(slowMs, ms) : ms;
}
