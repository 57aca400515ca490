const key = 'content-creator-recent-commands';
const most = 5;

/** Names of the commands that were run from the palette last, the latest first. */
export function recentCommands(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

export function rememberCommand(name: string): void {
  const list = [name, ...recentCommands().filter((one) => one !== name)].slice(0, most);
  try {
    localStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Private windows refuse storage: nothing is remembered there.
  }
}
