import type { SignFloor } from '#shared/model/sign-floor.ts';

/** The floor as far as a sign shows it, as it is now; nothing is kept. @throws when it cannot be had */
export const signFloor = (publicId: string) => async (): Promise<SignFloor> => {
  const address = `/api/content/public/${encodeURIComponent(publicId)}/floor`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(15_000) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return (await answer.json()) as SignFloor;
};
