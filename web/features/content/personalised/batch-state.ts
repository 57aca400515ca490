import type { PersonalisedBatch } from '#shared/model/personalised.ts';

/** How often a batch at work is asked how far it is, in ms. */
export const pollMs = 2_000;

/** What a batch is called on the screen, with the colour of its badge. */
export function stateOf({ status, failed }: Pick<PersonalisedBatch, 'status' | 'failed'>): {
  label: string;
  color: string;
} {
  if (status === 'processing') return { label: 'At work', color: 'blue' };
  if (status === 'cancelled') return { label: 'Cancelled', color: 'gray' };
  return failed > 0 ? { label: 'Done, some failed', color: 'amber' } : { label: 'Done', color: 'green' };
}

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Until when the videos can be had. */
export const keptUntil = ({ expiresAt }: Pick<PersonalisedBatch, 'expiresAt'>): string =>
  date.format(new Date(expiresAt));

export const count = (n: number): string => n.toLocaleString();
