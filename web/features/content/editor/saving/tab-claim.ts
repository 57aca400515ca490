/** A tab that reloads waits this long, in ms, for its former self to let go of its place. */
const handover = 1_000;

const lockName = (projectId: string, tab: string) => `dealbell-draft:${projectId}/${tab}`;

type Release = () => void;

/** Holds a place until it is released or the tab ends, however it ends. Undefined where another tab holds it. */
function hold(name: string, options: LockOptions): Promise<Release | undefined> {
  return new Promise((resolve) => {
    navigator.locks
      .request(name, options, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(() => resolve(undefined));
  });
}

/** The tab's name survives its reload; a duplicated tab finds it taken. */
function remembered(projectId: string) {
  const key = `dealbell-tab:${projectId}`;
  return {
    get: (): string | undefined => {
      try {
        return sessionStorage.getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set: (tab: string) => {
      try {
        sessionStorage.setItem(key, tab);
      } catch {
        // Without storage a reload takes the place of the tab that was closed last, which is this one.
      }
    },
  };
}

/**
 * Takes a place among those that tabs have had of a project, and keeps it as long as the tab lives.
 * @param tabs those that left something, the newest first
 */
export async function claimTab(
  projectId: string,
  tabs: readonly string[],
): Promise<{ tab: string; release: Release }> {
  const memory = remembered(projectId);
  const before = memory.get();
  // Web Locks exist in secure contexts only: over plain http in a LAN the newest place serves all tabs.
  if (!navigator.locks) return { tab: tabs[0] ?? before ?? newTab(), release: () => {} };
  const own = before !== undefined && tabs.includes(before) ? before : undefined;
  const wishes: [tab: string, options: LockOptions][] = [
    ...(own ? [[own, { signal: AbortSignal.timeout(handover) }] as [string, LockOptions]] : []),
    ...tabs.filter((tab) => tab !== own).map((tab) => [tab, { ifAvailable: true }] as [string, LockOptions]),
    [newTab(), {}],
  ];
  for (const [tab, options] of wishes) {
    const release = await hold(lockName(projectId, tab), options);
    if (!release) continue;
    memory.set(tab);
    return { tab, release };
  }
  throw new Error('A new place is always free.');
}

/** Those of the tabs that are no longer open. */
export async function closedTabs(projectId: string, tabs: readonly string[]): Promise<string[]> {
  if (!navigator.locks) return [...tabs];
  const { held = [] } = await navigator.locks.query();
  const open = new Set(held.map(({ name }) => name));
  return tabs.filter((tab) => !open.has(lockName(projectId, tab)));
}

const newTab = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
