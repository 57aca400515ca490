import type { FixedLife } from '#functions/kernel/retention.ts';
import { callbackListDays } from '#shared/model/queue-callback.ts';

/** Voicemail has the term of recordings. */
export const pbxLives: FixedLife[] = [
  {
    title: 'Callbacks asked for in a queue',
    covers: ['queueCallbacks'],
    life: `${callbackListDays} days`,
    why: 'After the callback was made or given up.',
  },
];
