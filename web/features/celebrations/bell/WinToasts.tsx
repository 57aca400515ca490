import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Win } from '#shared/model/celebration.ts';
import { api, query } from '#web/app/api.ts';
import { usePollInterval } from '#web/app/push/usePollInterval.ts';
import { tellCelebrated } from './call-off.tsx';

/** What is older was told, or is no news; ms. */
const freshMs = 60_000;

/** The last minute's wins without their figures: every page asks for them. */
const useFreshWins = () =>
  useQuery({
    queryKey: [...query.celebrations.key(), 'fresh'],
    queryFn: () =>
      api.celebrations.today({ since: new Date(Date.now() - freshMs).toISOString(), figures: false }),
    refetchInterval: usePollInterval('celebrations', 30_000),
  });

const isNews = ({ byMe, how, state, at }: Win): boolean =>
  byMe && how === 'sale' && state === 'celebrated' && Date.now() - Date.parse(at) < freshMs;

/** Tells whoever sold that the office sees it, wherever in the app they are; a bell tells it by its own dialog. */
export default function WinToasts() {
  const told = useRef(new Set<string>());
  const { data } = useFreshWins();
  useEffect(() => {
    const news = data?.wins.find((win) => isNews(win) && !told.current.has(win.id));
    if (!news) return;
    told.current.add(news.id);
    tellCelebrated(news);
  }, [data]);
  return null;
}
