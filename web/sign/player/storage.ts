/** Reads what a player kept; a full or forbidden storage is no reason to fail. */
export function kept<T>(key: string): T | undefined {
  try {
    const found = localStorage.getItem(key);
    return found ? (JSON.parse(found) as T) : undefined;
  } catch {
    return undefined;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the player still plays; it only forgets when it is switched off.
  }
}
