import { store, stored } from '#web/ui/browser-storage.ts';

const key = 'content-creator-timeline-lengths';
/** Projects whose length is remembered; the oldest is forgotten first. */
const most = 50;

const lengths = (): Record<string, number> => {
  const value = stored(key);
  return typeof value === 'object' ? (value as Record<string, number>) : {};
};

/** Seconds that a person set for a project on this machine; undefined for as long as its animations take. */
export function keptLength(projectId: string): number | undefined {
  const length = lengths()[projectId];
  return typeof length === 'number' && length > 0 ? length : undefined;
}

export function keepLength(projectId: string, length: number | undefined): void {
  const { [projectId]: _before, ...others } = lengths();
  const next = length === undefined ? others : { ...others, [projectId]: length };
  store(key, Object.fromEntries(Object.entries(next).slice(-most)));
}
