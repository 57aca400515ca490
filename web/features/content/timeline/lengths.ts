const key = 'content-creator-timeline-lengths';
/** Projects whose length is remembered; the oldest is forgotten first. */
const most = 50;

function stored(): Record<string, number> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** Seconds that a person set for a project on this machine; undefined for as long as its animations take. */
export function keptLength(projectId: string): number | undefined {
  const length = stored()[projectId];
  return typeof length === 'number' && length > 0 ? length : undefined;
}

export function keepLength(projectId: string, length: number | undefined): void {
  const { [projectId]: _before, ...others } = stored();
  const next = length === undefined ? others : { ...others, [projectId]: length };
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(next).slice(-most))));
  } catch {
    // Private windows refuse storage: the length then lasts as long as the tab.
  }
}
