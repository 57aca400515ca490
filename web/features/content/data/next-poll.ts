import { editorConstants } from '#shared/model/editor-constants.ts';

/** Most exports are done within seconds: at first the status is asked for more often than the 2 s that follow. */
export const quick = { interval: 500, polls: 20 };

/** What a query tells of itself: each poll counts, whether it was answered or failed. */
interface Polled {
  dataUpdateCount: number;
  errorUpdateCount: number;
  status: 'pending' | 'error' | 'success';
}

/** The `refetchInterval` of a query that follows an export: false once it is over, or has been asked often enough. */
export function pollAfter(polled: Polled, status: string | undefined): number | false {
  if (status !== undefined && status !== 'processing') return false;
  return nextPoll(polled.dataUpdateCount + polled.errorUpdateCount, polled.status === 'error') ?? false;
}

/** How long to wait before the next poll, in ms; undefined when to give up. */
export function nextPoll(polls: number, failed: boolean): number | undefined {
  const { interval, attempts, afterError } = editorConstants.exportPolling;
  if (polls >= attempts + quick.polls) return undefined;
  if (failed) return afterError;
  return polls < quick.polls ? quick.interval : interval;
}
