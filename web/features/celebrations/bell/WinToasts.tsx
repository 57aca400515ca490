import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Win } from '#shared/model/celebration.ts';
import { query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { tellCelebrated } from './call-off.tsx';

/** What is older was told, or is no news; ms. */
const freshMs = 60_000;

export function useWins() {
  return useQuery(
    query.celebrations.today.queryOptions({
      input: {},
      refetchInterval: usePollInterval('celebrations', 30_000),
    }),
  );
}

const isNews = ({ byMe, how, state, at }: Win): boolean =>
  byMe && how === 'sale' && state === 'celebrated' && Date.now() - Date.parse(at) < freshMs;

/** Tells whoever sold that the office sees it, wherever in the app they are; a bell tells it by its own dialog. */
export default function WinToasts() {
  const told = useRef(new Set<string>());
  const { data } = useWins();
  useEffect(() => {
    const news = data?.wins.find((win) => isNews(win) && !told.current.has(win.id));
    if (!news) return;
    told.current.add(news.id);
    tellCelebrated(news);
  }, [data]);
  return null;
}
