import { atom } from 'jotai';
import { query, queryClient } from './api.ts';
import { state } from './state.ts';

/** Whether the list of work in the background is open. */
export const jobsTrayOpened = atom(false);

/** Shows work that has just begun. */
export function showJobs(): void {
  void queryClient.invalidateQueries({ queryKey: query.jobs.key() });
  state.set(jobsTrayOpened, true);
}
