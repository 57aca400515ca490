/** What each key does in the inbox, for the keys themselves and for the help. */
export const inboxKeys = {
  J: 'Next conversation',
  K: 'Previous conversation',
  R: 'Reply',
  N: 'Note for colleagues',
  G: 'Say who answers',
  S: 'Snooze',
  T: 'Tags',
  E: 'Close, or open again',
  X: 'Select the open one, for a change of many',
  A: 'Select everything that the filters fit',
  B: 'Go to what can be done with those that are selected',
  U: 'Unread ones only, or all',
  '/': 'Search; in a reply: canned replies',
  Esc: 'Leave a field, so that the keys work again',
  '?': 'This help',
} as const;

/** Presses what stands on the page for a key, as a click would: a button that is held back stays so. */
export function press(key: string): void {
  document.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click();
}

/**
 * The row that J (1) or K (-1) opens of so many. One that is closed or put off leaves the list: what stood behind it has
 * moved into its place then, and J opens that.
 * @param at the row of the open conversation; -1 where it is none of them
 * @param place the row in which it stood last; -1 where it never was one of them
 */
export function rowAfter(by: 1 | -1, count: number, at: number, place: number): number {
  const next = at >= 0 ? at + by : place < 0 ? 0 : by === 1 ? place : place - 1;
  return Math.min(count - 1, Math.max(0, next));
}

/** Opens the conversation that `rowAfter` says. */
export function step(by: 1 | -1, place: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-conversation]')];
  const at = rows.findIndex((row) => row.hasAttribute('aria-current'));
  const next = rows[rowAfter(by, rows.length, at, place)];
  next?.click();
  next?.scrollIntoView({ block: 'nearest' });
}
