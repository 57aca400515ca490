/** Where toasts may appear, the usual one first. */
const places = ['bottom-right', 'bottom-left', 'bottom-center', 'top-center'] as const;
type Place = (typeof places)[number];
type Rect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** What a toast of three lines takes, with its distance from the edge; px. */
const toast = { width: 472, height: 132 };

const rectOf = (place: Place, screen: { width: number; height: number }): Rect => {
  const width = Math.min(toast.width, screen.width);
  const top = place.startsWith('top') ? 0 : screen.height - toast.height;
  const left = { right: screen.width - width, left: 0, center: (screen.width - width) / 2 }[
    place.split('-')[1] as 'right' | 'left' | 'center'
  ];
  return { left, right: left + width, top, bottom: top + toast.height };
};

const overlaps = (a: Rect, b: Rect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The first place that covers none of the buttons; the usual one where each covers some. */
export const placeBeside = (buttons: readonly Rect[], screen: { width: number; height: number }): Place =>
  places.find((place) => !buttons.some((button) => overlaps(rectOf(place, screen), button))) ?? places[0];

/**
 * The place of a toast now: not over a primary button of the page or of a dialog, nor over what asks to be kept clear
 * by `data-keep-clear`.
 */
export function freePlace(): Place {
  const kept = document.querySelectorAll('.mantine-Button-root[data-variant="filled"], [data-keep-clear]');
  const shown = [...kept].map((button) => button.getBoundingClientRect()).filter(({ width }) => width > 0);
  return placeBeside(shown, { width: window.innerWidth, height: window.innerHeight });
}
