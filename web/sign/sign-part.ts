/** Parts of a published sign's data that change while it is shown. */
type Part = 'weather' | 'wins' | 'floor' | 'charts';

/** Asks for one of them, as much of it as the sign shows. @throws when it cannot be had */
export async function signPart<Answer>(publicId: string, part: Part): Promise<Answer> {
  const address = `/api/content/public/${encodeURIComponent(publicId)}/${part}`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(15_000) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return (await answer.json()) as Answer;
}
