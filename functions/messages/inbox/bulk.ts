import { AppError } from '#functions/kernel/errors.ts';
import type { BulkChange } from '#shared/model/inbox.ts';
import { assign, close, reopen, snooze } from './state.ts';
import { addTag, removeTag } from './tags.ts';

const change = (id: string, to: BulkChange): Promise<void> => {
  switch (to.action) {
    case 'close':
      return close(id);
    case 'open':
      return reopen(id);
    case 'snooze':
      return snooze(id, to.until);
    case 'assign':
      return assign(id, to);
    case 'tag':
      return addTag(id, to.tag);
    case 'untag':
      return removeTag(id, to.tag);
  }
};

/**
 * Does one thing to many threads, one after another. Each is changed for itself: one that refuses, or that the caller
 * does not see, holds up none of the others. Asked again, it changes nothing more.
 * @returns how many were changed, and of each other one the reason
 */
export async function changeMany(ids: readonly string[], to: BulkChange) {
  const refused: { id: string; reason: string }[] = [];
  for (const id of new Set(ids))
    try {
      await change(id, to);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, reason: error.message });
    }
  return { changed: new Set(ids).size - refused.length, refused };
}
