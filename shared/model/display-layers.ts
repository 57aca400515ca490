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
  /** Set where it is an announcement, which has a snapshot of its own and waits its turn behind others. */
  announcement?: {
    leadId: string | null;
    /** Absent in layers of before December 2026. */
    announcementId?: string;
  };
}

/** Permanent layers kept under the top one, so that taking one away shows the one before. */
const maxLayers = 20;

/** Announcements that wait on one display; more than these would be shown long after what they tell of. */
export const maxWaiting = 20;

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
  return standing(layers, now)
    .filter(({ startedAt }) => startedAt <= now)
    .at(-1);
}

/** Puts a layer on: a publication in the place of an earlier one of its project, an announcement beside all others. */
export function putLayer(layers: readonly DisplayLayer[], layer: DisplayLayer, now: string): DisplayLayer[] {
  const present = standing(layers, now);
  if (layer.announcement) return [...present, layer];
  const announced = present.filter(({ announcement }) => announcement);
  const published = present.filter(
    ({ announcement, projectId }) => !announcement && projectId !== layer.projectId,
  );
  return [...announced, ...[...published, layer].slice(-maxLayers)];
}

/** When an announcement that comes now is shown: after all that are there already. */
export function nextTurn(layers: readonly DisplayLayer[], now: string): string {
  const ends = standing(layers, now).flatMap(({ announcement, endsAt }) =>
    announcement && endsAt ? [endsAt] : [],
  );
  return ends.reduce((latest, end) => (end > latest ? end : latest), now);
}

/** Announcements that are to come. */
export const waitingIn = (layers: readonly DisplayLayer[], now: string): number =>
  layers.filter(({ announcement, startedAt }) => announcement && startedAt > now).length;

/** Has announcements that have not begun follow each other without gaps, where one before them was taken away. */
export function closeGaps(layers: readonly DisplayLayer[], now: string): DisplayLayer[] {
  const inTurn = [...layers].sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  const closed: DisplayLayer[] = [];
  for (const layer of inTurn) {
    const { announcement, startedAt, endsAt } = layer;
    if (!announcement || !endsAt || startedAt <= now) {
      closed.push(layer);
      continue;
    }
    const start = nextTurn(closed, now);
    const lasts = Date.parse(endsAt) - Date.parse(startedAt);
    closed.push({ ...layer, startedAt: start, endsAt: new Date(Date.parse(start) + lasts).toISOString() });
  }
  return closed;
}

export function withoutProject(
  layers: readonly DisplayLayer[],
  projectId: string,
  now: string,
): DisplayLayer[] {
  return standing(layers, now).filter((layer) => layer.projectId !== projectId);
}
