import { countOutcomes, workEach } from '#functions/kernel/bulk.ts';
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
  const results = await workEach(
    ids,
    atOnce,
    async (id) => {
      await does(id);
      return { id, ok: true, message: done };
    },
    (id, { message }) => ({ id, ok: false, message }),
  );
  return { results, ...countOutcomes(results.map(({ ok }) => ({ success: ok }))) };
}
