import type { OverlayColors } from './overlay-painter.ts';

/** The theme's token behind each colour of the overlay. */
const tokens: Record<keyof OverlayColors, string> = {
  accent: '--mantine-color-amber-6',
  handle: '--mantine-color-white',
  grid: '--mantine-color-gray-5',
  surround: '--canvas-surround',
  line: '--canvas-line',
  text: '--mantine-color-dimmed',
  surface: '--db-surface',
  typing: '--mantine-color-violet-6',
  locked: '--mantine-color-gray-5',
};

/**
 * The theme's tokens as colours for a canvas, which cannot read CSS variables itself. A probe resolves them, as
 * a custom property's own text may still hold var() and light-dark().
 */
export function readOverlayColors(element: HTMLElement): OverlayColors {
  const probe = element.appendChild(document.createElement('span'));
  // Under a transition, however short, the colour that is read is still the one before.
  probe.style.transition = 'none';
  const read = Object.entries(tokens).map(([name, token]) => {
    probe.style.color = `var(${token})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(read) as OverlayColors;
}
