import {
  beginAnnouncement,
  drawAnnouncement,
  endAnnouncementAt,
  findAnnouncement,
  projectOr404,
  removeAnnouncement,
  type TakeoverResult,
} from '#functions/content/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { assertMayLeave } from '#functions/tenants/api.ts';
import type { Priority } from '#shared/model/display-layers.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { showingsOf } from './showing-store.ts';
import { layersOf, takeOffAnnouncement, takeOver } from './takeover.ts';

export interface NewAnnouncement {
  /** Names the event; announced again under it, it is on each display once. */
  event: string;
  projectId: string;
  displayIds: string[];
  /** How long it stands on each display. */
  seconds: number;
  priority: Priority;
  /** What the project's merge fields are filled with. */
  data: SceneData;
  /** Whom it is about: it disappears with the lead. */
  leadId: string | null;
  /** The address of what is heard when it comes on. */
  sound?: string | undefined;
}

/** One that no display has yet is kept this long for a second try, in milliseconds. */
const unshownMs = 3_600_000;

const lastEnd = (showings: readonly { endsAt: string }[]): string | undefined =>
  showings
    .map(({ endsAt }) => endsAt)
    .sort()
    .at(-1);

/**
 * Shows a project on displays for some time, filled with one event's data: in a snapshot of its own, so the
 * project's public address tells nobody of it. On a display that announces something already it waits its turn. Given
 * twice, or killed in between and given again, it is on each display once.
 * @throws 403 while nothing may leave the tenant; 404; 409 without a provider; 502 when the provider refuses
 */
export async function announce(given: NewAnnouncement): Promise<TakeoverResult[]> {
  await assertMayLeave();
  const { event, projectId, displayIds, seconds, priority, data, leadId, sound } = given;
  const project = await projectOr404(projectId);
  const unshownEnd = new Date(clock.now() + unshownMs).toISOString();
  const announcement = await beginAnnouncement(event, projectId, unshownEnd);
  const { announcementId } = announcement;
  const before = await showingsOf(announcementId);
  const left = displayIds.filter((id) => !before.some(({ displayId }) => displayId === id));
  let results: TakeoverResult[] = [];
  if (left.length > 0) {
    results = await takeOver(left, {
      ...(await drawAnnouncement(announcement, project, data, sound)),
      priority,
      duration: seconds / 60,
      restoreAfter: true,
      announcement: { announcementId, leadId },
    });
  }
  const end = lastEnd(await showingsOf(announcementId));
  if (end) await endAnnouncementAt(announcement, end);
  const shown = before
    .filter(({ displayId }) => displayIds.includes(displayId))
    .map(({ displayId, name }) => ({ displayId, name, ok: true, reason: null }));
  return [...shown, ...results];
}

/** Takes the announcement of an event off all displays before its time; nothing is kept of it. It may be called twice. */
export async function callOff(event: string): Promise<void> {
  const announcementId = deterministicId('anc', event);
  // The snapshot first: after a kill the displays still lead to it, and the event to both.
  await removeAnnouncement(announcementId);
  await takeOffAnnouncement(announcementId);
}

export type Turn = 'none' | 'waits' | 'shows' | 'over';

/**
 * How an event's announcement stands: 'none' where no display has had it, 'waits' where it has begun on none of them,
 * 'over' where it stands on none any more.
 * @param aheadMs what begins within so long counts as begun
 */
export async function turnOf(event: string, aheadMs = 0): Promise<Turn> {
  const announcementId = deterministicId('anc', event);
  if ((await showingsOf(announcementId)).length === 0) return 'none';
  const now = clock.iso();
  const soon = new Date(clock.now() + aheadMs).toISOString();
  const open = (await layersOf(announcementId)).filter(({ endsAt }) => !endsAt || endsAt > now);
  if (open.length === 0) return 'over';
  return open.every(({ startedAt }) => startedAt > soon) ? 'waits' : 'shows';
}

/** When the display that was first told that it shows an event's announcement; those that waited their turn are none. */
export async function firstFrameOf(event: string): Promise<string | undefined> {
  const showings = await showingsOf(deterministicId('anc', event));
  return showings
    .flatMap(({ shownAt, waits }) => (shownAt && !waits ? [shownAt] : []))
    .sort()
    .at(0);
}

/** The sweeper's part: removes what the last display has shown, and what no display ever did. */
export const announcementWork: DueWork = {
  async look(announcementId) {
    const found = await findAnnouncement(announcementId);
    if (!found) return undefined;
    const { createdAt } = found;
    // After a kill between the displays and the note of it, the displays know better.
    const end =
      lastEnd(await showingsOf(announcementId)) ?? new Date(Date.parse(createdAt) + unshownMs).toISOString();
    if (end > clock.iso()) {
      await endAnnouncementAt(found, end);
      return end;
    }
    await removeAnnouncement(announcementId);
    return undefined;
  },
  earlier: async () => [],
};
