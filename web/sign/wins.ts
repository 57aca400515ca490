import type { WallWins } from '#shared/model/wins-wall.ts';

/** What was won today, as much of it as a sign shows. */
export const signWins = (publicId: string) => async (): Promise<WallWins> => {
  const address = `/api/content/public/${encodeURIComponent(publicId)}/wins`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(15_000) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return (await answer.json()) as WallWins;
};
