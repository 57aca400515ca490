import type { ImportStatus, LeadImport } from '#shared/model/lead-import.ts';

/** How often an import at work is asked how far it is, in ms. */
export const pollMs = 1_500;

export const isAtWork = (status: ImportStatus): boolean =>
  status === 'checking' || status === 'running' || status === 'undoing';

/** What an import is called on the screen, with the colour of its badge. */
export function stateOf({ status, failed, skipped }: Pick<LeadImport, 'status' | 'failed' | 'skipped'>): {
  label: string;
  color: string;
} {
  switch (status) {
    case 'checking':
      return { label: 'Checking the rows', color: 'blue' };
    case 'running':
      return { label: 'Importing', color: 'blue' };
    case 'undoing':
      return { label: 'Undoing', color: 'blue' };
    case 'cancelled':
      return { label: 'Cancelled', color: 'gray' };
    case 'undone':
      return { label: 'Undone', color: 'gray' };
    case 'failed':
      return { label: 'Failed', color: 'red' };
    case 'completed':
      return failed + skipped > 0
        ? { label: 'Done, some rows left out', color: 'amber' }
        : { label: 'Done', color: 'green' };
  }
}

export const count = (n: number): string => n.toLocaleString();
export const rows = (n: number): string => (n === 1 ? '1 row' : `${count(n)} rows`);
export const leads = (n: number): string => (n === 1 ? '1 lead' : `${count(n)} leads`);

export const bytes = (size: number): string =>
  size < 1_000_000 ? `${Math.max(1, Math.round(size / 1_000))} KB` : `${(size / 1_000_000).toFixed(1)} MB`;
