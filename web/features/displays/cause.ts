import type { LiveDisplay } from '#shared/api/signage.ts';

/** Why a display shows what it shows, in a word, and its colour. */
export const causes: Record<LiveDisplay['cause'], { label: string; color: string }> = {
  emergency: { label: 'Emergency', color: 'red' },
  takeover: { label: 'Published', color: 'amber' },
  scheduled: { label: 'Scheduled', color: 'blue' },
  default: { label: 'Default', color: 'gray' },
  own: { label: 'Its own', color: 'gray' },
};
