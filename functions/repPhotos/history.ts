import { clock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import type { RepPhotoAction, RepPhotoHistory } from '#shared/model/rep-photo.ts';
import { type HistoryItem, historyPage, historyWrite } from './store.ts';

/** A year. */
const keptSeconds = 365 * 86_400;

interface Done {
  repEmail?: string;
  repName?: string;
  result?: HistoryItem['result'];
  action: RepPhotoAction;
  details?: string;
}

/** The write that notes what was done, or why it was not. */
export const noted = ({
  repEmail = '',
  repName = '',
  result = 'success',
  action,
  details = '',
}: Done): object =>
  historyWrite({
    entryId: newId('rhe'),
    repEmail,
    repName,
    result,
    action,
    details,
    timestamp: clock.iso(),
    expiresAt: clock.seconds() + keptSeconds,
  });

export const history = async (limit: number): Promise<RepPhotoHistory[]> =>
  (await historyPage(limit)).map(({ entryId, expiresAt: _expiresAt, ...entry }) => ({
    id: entryId,
    ...entry,
  }));
