import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { deterministicId, randomToken } from '#functions/kernel/ids.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { showingsOf, type TakeoverResult, takeOver } from '#functions/signage/api.ts';
import { assertMayLeave } from '#functions/tenants/api.ts';
import type { Priority } from '#shared/model/display-layers.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { projectOr404, publicPage } from '../projects/read.ts';
import {
  type Announcement,
  announcementAddress,
  announcementIdIn,
  endAnnouncementAt,
  findAnnouncement,
  insertAnnouncement,
  putAnnouncedContent,
  removeAnnouncement,
} from './announcement-store.ts';
import { drawnNow } from './snapshot.ts';
import { usedData } from './used-data.ts';

export interface NewAnnouncement {
  /** Names the event; announced again under it, it is on each display once. */
  event: string;
  projectId: string;
  displayIds: string[];
  minutes: number;
  priority: Priority;
  /** What the project's merge fields are filled with. */
  data: SceneData;
  /** Whom it is about: it disappears with the lead. */
  leadId: string | null;
}

/** One that no display has yet is kept this long for a second try, in milliseconds. */
const unshownMs = 3_600_000;

/** The announcement of an event, made where it is not there. */
async function begin(event: string, projectId: string): Promise<Announcement> {
  const announcementId = deterministicId('anc', event);
  const known = await findAnnouncement(announcementId);
  if (known) return known;
  const announcement = {
    announcementId,
    token: randomToken(16),
    projectId,
    createdAt: clock.iso(),
    endsAt: new Date(clock.now() + unshownMs).toISOString(),
  };
  try {
    await commit(insertAnnouncement(announcement));
    return announcement;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return begin(event, projectId);
  }
}

const lastEnd = (showings: readonly { endsAt: string }[]): string | undefined =>
  showings
    .map(({ endsAt }) => endsAt)
    .sort()
    .at(-1);

/**
 * Shows a project on displays for some minutes, filled with one event's data: in a snapshot of its own, so the
 * project's public address tells nobody of it. On a display that announces something already it waits its turn. Given
 * twice, or killed in between and given again, it is on each display once.
 * @throws 403 while nothing may leave the tenant; 404; 409 without a provider; 502 when the provider refuses
 */
export async function announce(given: NewAnnouncement): Promise<TakeoverResult[]> {
  await assertMayLeave();
  const { event, projectId, displayIds, minutes, priority, data, leadId } = given;
  const project = await projectOr404(projectId);
  const announcement = await begin(event, projectId);
  const { announcementId, createdAt } = announcement;
  const before = await showingsOf(announcementId);
  const left = displayIds.filter((id) => !before.some(({ displayId }) => displayId === id));
  let results: TakeoverResult[] = [];
  if (left.length > 0) {
    const publicId = announcementAddress(announcement);
    const drawn = await drawnNow(project, { publicId, version: 1, publishedAt: createdAt });
    const used = usedData(drawn.elements, data);
    await putAnnouncedContent(announcementId, { ...drawn, data: { ...used, ...drawn.data } });
    results = await takeOver(left, {
      projectId,
      publicId,
      name: project.name,
      webLink: publicPage(publicId),
      priority,
      duration: minutes,
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

/** Removes an announcement before its time. */
export async function removeAnnouncementAt(address: string): Promise<void> {
  const announcementId = announcementIdIn(address);
  if (announcementId) await removeAnnouncement(announcementId);
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
