import type { ContentVersion, VersionChanges } from '#shared/model/content-version.ts';

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const dayKey = (at: string) => new Date(at).toDateString();

/** 'Today', 'Yesterday', else the date. */
export function dayOf(at: string, now = Date.now()): string {
  if (dayKey(at) === new Date(now).toDateString()) return 'Today';
  if (dayKey(at) === new Date(now - 86_400_000).toDateString()) return 'Yesterday';
  return day.format(new Date(at));
}

/** What a version is called: its name, else its time. */
export const titleOf = ({ name, until }: Pick<ContentVersion, 'name' | 'until'>): string =>
  name ?? clock.format(new Date(until));

export const timeOf = (at: string): string => clock.format(new Date(at));

/** '2 added, 1 removed, canvas changed'. */
export function changesInWords({ added, changed, removed, canvas }: VersionChanges): string {
  const parts = [
    added && `${added} added`,
    changed && `${changed} changed`,
    removed && `${removed} removed`,
    canvas && 'canvas changed',
  ].filter(Boolean);
  return parts.join(', ') || 'no changes';
}
