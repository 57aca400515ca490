import { AppError } from '#functions/kernel/errors.ts';
import type { BulkAction } from '#shared/model/prompt-recording.ts';
import { changeRecording } from './change.ts';
import { deployRecording } from './deploy.ts';
import { generate } from './generate.ts';
import { removeRecording } from './prompts.ts';

const acts: Record<BulkAction, { does: (id: string) => Promise<unknown>; done: string }> = {
  delete: { does: removeRecording, done: 'Removed.' },
  deploy: { does: deployRecording, done: 'Deployed.' },
  generate: { does: generate, done: 'A voice is reading it.' },
  activate: { does: (id) => changeRecording(id, () => ({ after: { isActive: true } })), done: 'Active.' },
  deactivate: {
    does: (id) => changeRecording(id, () => ({ after: { isActive: false } })),
    done: 'Not active any more.',
  },
};

/** Recordings that are worked on at once: an exchange takes its sounds one after another. */
const atOnce = 5;

/** Does a thing to each of many recordings; what is wrong with one keeps no other from it. */
export async function actOnMany(action: BulkAction, given: readonly string[]) {
  const ids = [...new Set(given)];
  const { does, done } = acts[action];
  const one = async (id: string) => {
    try {
      await does(id);
      return { id, ok: true, message: done };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { id, ok: false, message: error.message };
    }
  };
  const results: Awaited<ReturnType<typeof one>>[] = [];
  for (let at = 0; at < ids.length; at += atOnce)
    results.push(...(await Promise.all(ids.slice(at, at + atOnce).map(one))));
  const successful = results.filter(({ ok }) => ok).length;
  return { results, successful, failed: results.length - successful };
}
