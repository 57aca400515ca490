import { contentLimits } from './content-limits.ts';

/** The editor's constants (specification, sections 4 and 9). Distances in px, times in ms, angles in degrees. */
export const editorConstants = {
  dragThreshold: 5,
  marqueeThreshold: 5,
  quickClick: 200,
  nudge: 1,
  nudgeWithShift: 10,
  rotateStep: 15,
  hiddenOpacity: 0.3,
  fitMargin: 40,
  wheelZoom: { out: 0.9, in: 1.1, min: 0.1, max: 3 },
  fitZoom: { min: 0.1, max: 1 },
  /** What is pasted lies 20 px plus 5 per item beside what was copied, and 20 px further with each paste. */
  copyOffset: { base: 20, perItem: 5 },
  /** Smart duplicates lie 10 % of the size plus 10 per item beside. */
  duplicateOffset: { share: 0.1, perItem: 10 },
  paletteDrop: { x: 400, y: 300 },
  digitDrop: { x: 100, y: 100 },
  quickMenuDrop: { x: 200, y: 200 },
  creationGuard: { palette: 500, perTypeAndCell: 300, cell: 50 },
  autoSave: 30_000,
  /** How long the address of an image is given to answer; it is kept in any case. */
  imageCheck: 5_000,
  exportPolling: { interval: 2_000, attempts: 150, afterError: 5_000, timeout: 300_000 },
  recentElements: 5,
  defaultFavourites: ['text', 'image', 'button'],
  /** Keys under which the palette keeps its lists in local storage. */
  storageKeys: { favourites: 'content-creator-favorites', recent: 'content-creator-recent' },
  preview: { maxWidth: 1200, maxHeight: 800, windowShare: 0.6, exportBoundsPadding: 20 },
  /** Bytes for each project of a bulk export. */
  bulkEstimatePerProject: 2 * 1024 * 1024,
} as const;

export const zoomSteps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

export const canvasPresets = [
  { name: 'Desktop HD', width: 1920, height: 1080 },
  { name: 'Desktop 4K', width: 3840, height: 2160 },
  { name: 'Tablet', width: 1024, height: 768 },
  { name: 'Mobile', width: 375, height: 667 },
  { name: 'Square', width: 1080, height: 1080 },
] as const;

/** The next zoom step in or out; at the ends it stays. */
export function stepZoom(zoom: number, direction: 'in' | 'out'): number {
  const steps: readonly number[] = zoomSteps;
  if (direction === 'in') return steps.find((step) => step > zoom + 0.001) ?? steps.at(-1)!;
  return steps.findLast((step) => step < zoom - 0.001) ?? steps[0]!;
}

/** One notch of the wheel with Ctrl or Meta. */
export function wheelZoom(zoom: number, direction: 'in' | 'out'): number {
  const { min, max } = editorConstants.wheelZoom;
  return Math.min(max, Math.max(min, zoom * editorConstants.wheelZoom[direction]));
}

/** The zoom at which a canvas fits a view with a margin around: never above 1. */
export function fitZoom(
  canvas: { width: number; height: number },
  view: { width: number; height: number },
): number {
  const room = 2 * editorConstants.fitMargin;
  const scale = Math.min((view.width - room) / canvas.width, (view.height - room) / canvas.height);
  const { min, max } = editorConstants.fitZoom;
  return Math.min(max, Math.max(min, scale));
}

/**
 * The side of a canvas as typed into the custom size field: brought into 100 to 10000; what is not a number
 * keeps the old value (section 5).
 */
export function customCanvasSide(typed: string, current: number): number {
  const trimmed = typed.trim();
  const value = Number(trimmed);
  if (trimmed === '' || !Number.isFinite(value)) return current;
  const { min, max } = contentLimits.canvas;
  return Math.round(Math.min(max, Math.max(min, value)));
}
