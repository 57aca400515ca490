const keyOf = (projectId: string) => `dealbell-presence:${projectId}`;

/**
 * The name under which this tab is in a project: after a reload the one that it had, so that nobody sees its former
 * self beside it. It lies in the storage only while the page is gone; a duplicated tab finds none.
 */
export function takeTab(
  projectId: string,
  storage: Pick<Storage, 'getItem' | 'removeItem'> = sessionStorage,
): string {
  try {
    const before = storage.getItem(keyOf(projectId));
    storage.removeItem(keyOf(projectId));
    if (before && /^[\w-]{1,40}$/.test(before)) return before;
  } catch {
    // Without storage the tab's former self is here for some seconds more.
  }
  return crypto.randomUUID();
}

/** Leaves the tab's name to the page that comes after a reload. @returns how to stop */
export function rememberTabOverReload(projectId: string, tab: string): () => void {
  const leave = () => {
    try {
      sessionStorage.setItem(keyOf(projectId), tab);
    } catch {
      // As above.
    }
  };
  // Kept by the browser and shown again: the page goes on as this tab, and the name must not lie about.
  const back = () => {
    try {
      sessionStorage.removeItem(keyOf(projectId));
    } catch {
      // As above.
    }
  };
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', back);
  return () => {
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', back);
  };
}
