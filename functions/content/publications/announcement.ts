import { clock } from '#functions/kernel/clock.ts';
import { deterministicId, randomToken } from '#functions/kernel/ids.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import type { SceneData } from '#shared/scene/env.ts';
import type { Takeover } from '../displays.ts';
import { publicPage } from '../projects/read.ts';
import type { StoredProject } from '../projects/store.ts';
import {
  type Announcement,
  announcementAddress,
  findAnnouncement,
  insertAnnouncement,
  putAnnouncedContent,
} from './announcement-store.ts';
import { heardElement } from './heard.ts';
import { drawnNow } from './snapshot.ts';
import { usedData } from './used-data.ts';

/** The announcement of an event, made where it is not there. @param endsAt for one that no display shows */
export async function beginAnnouncement(
  event: string,
  projectId: string,
  endsAt: string,
): Promise<Announcement> {
  const announcementId = deterministicId('anc', event);
  const known = await findAnnouncement(announcementId);
  if (known) return known;
  const announcement = { announcementId, token: randomToken(16), projectId, createdAt: clock.iso(), endsAt };
  try {
    await commit(insertAnnouncement(announcement));
    return announcement;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return beginAnnouncement(event, projectId, endsAt);
  }
}

/** What displays are told of a page. */
type Page = Pick<Takeover, 'projectId' | 'publicId' | 'name' | 'webLink'>;

/**
 * Draws a project as it is now, with as much of the event's data as it shows, in a snapshot of the announcement's own.
 * @param sound the address of what is heard when it comes on
 */
export async function drawAnnouncement(
  announcement: Announcement,
  project: StoredProject,
  data: SceneData,
  sound?: string,
): Promise<Page> {
  const { announcementId, createdAt } = announcement;
  const publicId = announcementAddress(announcement);
  const drawn = await drawnNow(project, { publicId, version: 1, publishedAt: createdAt });
  const used = usedData(drawn.elements, data);
  const elements = sound ? [...drawn.elements, heardElement(sound)] : drawn.elements;
  await putAnnouncedContent(announcementId, { ...drawn, elements, data: { ...used, ...drawn.data } });
  const { projectId, name } = project;
  return { projectId, publicId, name, webLink: publicPage(publicId) };
}
