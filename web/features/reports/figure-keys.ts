import type { KeyboardEvent } from 'react';

/**
 * Arrow keys between the figures of a table: to the sides along a row, up and down along a column. Each row has one stop
 * for the Tab key.
 */
export function moveBetweenFigures(event: KeyboardEvent<HTMLElement>): void {
  const here = event.target as HTMLElement;
  const cell = here.closest('td');
  const row = here.closest('tr');
  if (!('figure' in here.dataset) || !cell || !row) return;
  const figureIn = (place: Element | null | undefined) => place?.querySelector<HTMLElement>('[data-figure]');
  const inRow = [...row.querySelectorAll<HTMLElement>('[data-figure]')];
  const at = inRow.indexOf(here);
  const next = {
    ArrowLeft: inRow[at - 1],
    ArrowRight: inRow[at + 1],
    ArrowUp: figureIn(row.previousElementSibling?.children[cell.cellIndex]),
    ArrowDown: figureIn(row.nextElementSibling?.children[cell.cellIndex]),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
