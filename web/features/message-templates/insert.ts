/** A text with something put in where the selection is, and where the caret stands then. */
export function insertAt(
  text: string,
  from: number,
  to: number,
  what: string,
): { text: string; caret: number } {
  const start = Math.max(0, Math.min(from, text.length));
  const end = Math.max(start, Math.min(to, text.length));
  return { text: text.slice(0, start) + what + text.slice(end), caret: start + what.length };
}
