import type { PrivacyStatus } from '#shared/model/privacy.ts';

/** Colours of where a request stands. */
export const statusColors: Readonly<Record<PrivacyStatus, string>> = {
  running: 'blue',
  completed: 'green',
  failed: 'red',
};

export const dayOf = (at: string): string =>
  new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' });
