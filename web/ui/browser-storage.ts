/*
 * What this browser remembers. A private window may forbid it, and a full one takes no more: then it is remembered for as
 * long as the page, and nothing fails.
 */

/** The JSON value that was stored under a name; undefined where there is none, or none that can be read. */
export function stored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a JSON value under a name. @returns whether it is there */
export function store(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** A text as it was stored, for names whose values are no JSON; null where there is none. */
export function storedText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text as it is. @returns whether it is there */
export function storeText(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** The texts of a stored list; undefined where nothing is stored that is one. */
export function storedTexts(name: string): string[] | undefined {
  const list = stored(name);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : undefined;
}
