/** Where toasts may appear, the usual one first. */
const places = ['bottom-right', 'bottom-left', 'bottom-center', 'top-center'] as const;
type Place = (typeof places)[number];
type Rect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** What a toast of three lines takes, with its distance from the edge; px. */
const toast = { width: 472, height: 132 };

const rectOf = (place: Place, area: Rect): Rect => {
  const room = area.right - area.left;
  const width = Math.min(toast.width, room);
  const top = place.startsWith('top') ? area.top : area.bottom - toast.height;
  const aside = { right: room - width, left: 0, center: (room - width) / 2 }[
    place.split('-')[1] as 'right' | 'left' | 'center'
  ];
  const left = area.left + aside;
  return { left, right: left + width, top, bottom: top + toast.height };
};

const overlaps = (a: Rect, b: Rect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The first place of an area that covers none of the buttons; the usual one where each covers some. */
export const placeBeside = (buttons: readonly Rect[], area: Rect): Place =>
  places.find((place) => !buttons.some((button) => overlaps(rectOf(place, area), button))) ?? places[0];

/**
 * Where there is room for toasts: the page without the rail, the bars and the banners around it, which stay in reach; of
 * a page with bars and panels of its own the part that says so by `data-toast-area`. In px of the window.
 */
function toastArea(): Rect {
  const { innerWidth, innerHeight } = window;
  const page = document.querySelector('[data-toast-area]') ?? document.getElementById('main');
  const { left, top, right, bottom } = (page ?? document.documentElement).getBoundingClientRect();
  return {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(innerWidth, right),
    bottom: page ? Math.min(innerHeight, bottom) : innerHeight,
  };
}

/**
 * The place of a toast now: not over a primary button of the page or of a dialog, nor over what asks to be kept clear
 * by `data-keep-clear`. Tells the style sheet how far the window's edges are from the area of toasts.
 */
export function freePlace(): Place {
  const kept = document.querySelectorAll('.mantine-Button-root[data-variant="filled"], [data-keep-clear]');
  const shown = [...kept].map((button) => button.getBoundingClientRect()).filter(({ width }) => width > 0);
  const area = toastArea();
  const { left, top } = area;
  const edges = {
    left,
    top,
    right: window.innerWidth - area.right,
    bottom: window.innerHeight - area.bottom,
  };
  for (const [edge, px] of Object.entries(edges))
    document.documentElement.style.setProperty(`--db-toast-${edge}`, `${px}px`);
  return placeBeside(shown, area);
}
