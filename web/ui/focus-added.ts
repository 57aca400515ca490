const fields = 'input:not([type="hidden"]), textarea, [role="slider"]';

/** The row that was added before a button: the last of a list, or the nearest before it that has a field. */
function addedRow(button: Element): Element | null {
  let at: Element | null = button;
  while (at && !at.previousElementSibling) at = at.parentElement;
  for (let row = at?.previousElementSibling ?? null; row; row = row.previousElementSibling) {
    const found = row.matches('ul, ol') ? row.lastElementChild : row;
    if (found?.querySelector(fields)) return found;
  }
  return null;
}

/** Lets the focus follow what a press of a button adds before it, to its first field. */
export function focusAdded(button: Element): void {
  requestAnimationFrame(() => addedRow(button)?.querySelector<HTMLElement>(fields)?.focus());
}
