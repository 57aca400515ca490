import type { PublishOptions } from './content.ts';

/*
 * What hangs on a display is a stack: its own content at the bottom (the base), and what we put over it. The
 * provider knows no priorities, so we keep the stack and push whatever is on top. When a layer ends, or is taken
 * away, what was under it shows again, down to the display's own content.
 */

export type Priority = PublishOptions['priority'];

/** Of two layers the higher rank shows; of equals, the later one. */
const rank: Record<Priority, number> = { NORMAL: 0, HIGH: 1, EMERGENCY: 2 };

/** What a display showed before we first touched it, in the provider's own terms. */
export interface Base {
  type: 'ASSET' | 'PLAYLIST' | 'SCHEDULE' | 'NONE';
  assetId: string | null;
  playlistId: string | null;
  scheduleId: string | null;
}

export interface DisplayLayer {
  /** One publication on one display; a repeated publication of a project replaces its layer. */
  layerId: string;
  projectId: string;
  publicId: string;
  name: string;
  /** The provider's id of the web page it shows. */
  assetId: string;
  priority: Priority;
  startedAt: string;
  /** null: until it is taken away */
  endsAt: string | null;
}

/** Permanent layers kept under the top one, so that taking one away shows the one before. */
const maxLayers = 20;

const isOver = (layer: Pick<DisplayLayer, 'endsAt'>, now: string) =>
  layer.endsAt !== null && layer.endsAt <= now;

/** The layers still standing, the one that shows last. */
export function standing<L extends Pick<DisplayLayer, 'priority' | 'startedAt' | 'endsAt'>>(
  layers: readonly L[],
  now: string,
): L[] {
  return layers
    .filter((layer) => !isOver(layer, now))
    .sort((a, b) => rank[a.priority] - rank[b.priority] || a.startedAt.localeCompare(b.startedAt));
}

/** The layer that shows now; undefined: the display's own content. */
export function topLayer(layers: readonly DisplayLayer[], now: string): DisplayLayer | undefined {
  return standing(layers, now).at(-1);
}

/** Puts a layer on, in the place of an earlier one of the same project. */
export function putLayer(layers: readonly DisplayLayer[], layer: DisplayLayer, now: string): DisplayLayer[] {
  const others = standing(layers, now).filter(({ projectId }) => projectId !== layer.projectId);
  return [...others, layer].slice(-maxLayers);
}

export function withoutProject(
  layers: readonly DisplayLayer[],
  projectId: string,
  now: string,
): DisplayLayer[] {
  return standing(layers, now).filter((layer) => layer.projectId !== projectId);
}

/** When the stack next changes by itself. */
export function nextEnd(layers: readonly DisplayLayer[], now: string): string | undefined {
  return standing(layers, now)
    .flatMap(({ endsAt }) => (endsAt ? [endsAt] : []))
    .sort()[0];
}
