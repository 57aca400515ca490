import { z } from 'zod';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { script } from '#shared/model/script.ts';

const Scripts = entity('script', {
  fields: script.omit({ id: true }).extend({ scriptId: z.string() }),
  key: { partition: [], sort: ['scriptId'] },
});
export type ScriptRecord = Stored<typeof Scripts>;

export const changedSince = changedSinceOpened('script');

export const everyScript = (): Promise<ScriptRecord[]> => Scripts.all('key');
export const findScript = (scriptId: string): Promise<ScriptRecord | undefined> => Scripts.find({ scriptId });

/** Which of these scripts are there. */
export async function scriptsThere(scriptIds: string[]): Promise<string[]> {
  const found = await Scripts.findMany(scriptIds.map((scriptId) => ({ scriptId })));
  return found.map(({ scriptId }) => scriptId);
}

/** The write of a script: new when `before` is undefined, else refused when it has changed since. */
export const scriptWrite = (before: ScriptRecord | undefined, after: ScriptRecord): object =>
  before ? Scripts.put(after, ifVersion(before.version, changedSince)) : Scripts.insert(after);
export const scriptRemoval = (scriptId: string): object => Scripts.remove({ scriptId });
