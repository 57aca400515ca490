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

/** What was read in each colour scheme: the theme has no others while the app runs. */
const known = new Map<string, OverlayColors>();

/** The colours of a colour scheme, read once: the styles of a whole page are worked out for it. */
export function overlayColors(element: HTMLElement, scheme: string): OverlayColors {
  const colors = known.get(scheme) ?? readOverlayColors(element);
  known.set(scheme, colors);
  return colors;
}

/**
 * The theme's tokens as colours for a canvas, which cannot read CSS variables itself. Probes resolve them, as a custom
 * property's own text may still hold var() and light-dark(). All at once, so that styles are worked out once.
 */
function readOverlayColors(element: HTMLElement): OverlayColors {
  const holder = document.createElement('span');
  const probes = Object.entries(tokens).map(([name, token]) => {
    const probe = holder.appendChild(document.createElement('span'));
    // Under a transition, however short, the colour that is read is still the one before.
    probe.style.transition = 'none';
    probe.style.color = `var(${token})`;
    return { name, probe };
  });
  element.append(holder);
  const read = probes.map(({ name, probe }) => [name, getComputedStyle(probe).color]);
  holder.remove();
  return Object.fromEntries(read) as OverlayColors;
}
