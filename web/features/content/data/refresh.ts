import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from '#web/app/api.ts';

/** Lists come from indexes that tell of a change some milliseconds late; by then, in ms, they surely do. */
const indexLag = 800;

/** Loads lists again after a change: at once, and again when the index behind them has caught up. */
export async function refreshLists(...keys: QueryKey[]): Promise<void> {
  const now = () => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  window.setTimeout(() => void now(), indexLag);
  await now();
}
