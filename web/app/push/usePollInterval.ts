import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { channelsFor, type PushTopic } from '#shared/model/push.ts';
import { queryClient } from '../api.ts';
import { useSession } from '../session.ts';
import { pageChannel } from './page-channel.ts';
import { Refresh } from './refresh.ts';
import { staleAfter } from './topics.ts';

/** How often is asked again while hints come, for those that were lost; ms. */
const slowMs = 30_000;

const refresh = new Refresh({
  invalidate: (topic) => {
    for (const queryKey of staleAfter[topic]())
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  },
  isVisible: () => document.visibilityState === 'visible',
  setTimeout: (callback, ms) => window.setTimeout(callback, ms),
});

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') refresh.visible();
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
      pageChannel.listen(one, (hint) => {
        if (hint === null) {
          // Hints may have been missed until the last of the channels is heard.
          if (pageChannel.hears(channels)) refresh.catchUp(topic);
        } else if (hint.topic === topic) refresh.hear(topic); // A user's own channel has hints of every topic.
      }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [path, topic]);
  const isUp = useSyncExternalStore(
    (changed) => pageChannel.watch(changed),
    () => pageChannel.hears(channels),
  );
  return isUp ? Math.max(slowMs, ms) : ms;
}
