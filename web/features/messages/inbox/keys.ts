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
  U: 'Unread ones only, or all',
  '/': 'Search; in a reply: canned replies',
  Esc: 'Leave a field, so that the keys work again',
  '?': 'This help',
} as const;

/** Presses what stands on the page for a key, as a click would: a button that is held back stays so. */
export function press(key: string): void {
  document.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click();
}

/** Opens the conversation so many rows below the open one; the first where none is open. */
export function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-conversation]')];
  const at = rows.findIndex((row) => row.hasAttribute('aria-current'));
  const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
  next?.click();
  next?.scrollIntoView({ block: 'nearest' });
}
