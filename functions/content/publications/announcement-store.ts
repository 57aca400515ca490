import { z } from 'zod';
import { tenantOf } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { isSame } from '#functions/kernel/hashes.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';

/** A snapshot with one event's data, which stands until its last display has shown it. */
const Announcements = entity('announcement', {
  fields: z.object({
    /** Made of the event: the same event again is the same announcement. */
    announcementId: z.string(),
    /** Makes its address one that nobody guesses. */
    token: z.string(),
    projectId: z.string(),
    createdAt: z.string(),
    endsAt: z.string(),
  }),
  key: { partition: ['announcementId'], sort: [], casing: 'none' },
  due: true,
});
export type Announcement = Stored<typeof Announcements>;

const files = () => bucket('announcements');
const fileOf = (announcementId: string) => `${announcementId}.json`;

export const findAnnouncement = (announcementId: string): Promise<Announcement | undefined> =>
  Announcements.find({ announcementId });

const due = ({ announcementId, endsAt }: Announcement) => dueAt('announcement', announcementId, endsAt);

/** Refused where its event was given before. */
export const insertAnnouncement = (announcement: Announcement): object =>
  Announcements.insert({ ...announcement, ...due(announcement) });

/** Notes when the last display has shown it; one that was removed meanwhile stays so. */
export const endAnnouncementAt = (announcement: Announcement, endsAt: string): Promise<boolean> => {
  const { announcementId } = announcement;
  const change = { endsAt, ...due({ ...announcement, endsAt }) };
  return accepted(writeOne(Announcements.patch({ announcementId }).set(change).params()));
};

export const putAnnouncedContent = (announcementId: string, content: object): Promise<void> =>
  files().put(fileOf(announcementId), JSON.stringify(content), 'application/json');

export const announcedContent = async (announcementId: string): Promise<string | undefined> =>
  (await files().get(fileOf(announcementId)))?.toString('utf8');

/** Removes all that is kept of an announcement. The file goes first: after a kill the item still leads to it. */
export async function removeAnnouncement(announcementId: string): Promise<void> {
  await files().remove(fileOf(announcementId));
  await writeOne(Announcements.remove({ announcementId }));
}

const idForm = /^ann_(\d{1,10})_([\w-]{26})([\w-]{22})$/;

/** The address under which players and displays fetch it; it carries its tenant, as a publication's does. */
export const announcementAddress = ({ announcementId, token }: Announcement): string =>
  `ann_${tenantOf()}_${announcementId.slice('anc_'.length)}${token}`;

/** The announcement that an address names; the caller acts for its tenant. */
export async function announcementAt(address: string): Promise<Announcement | undefined> {
  const [, , id, token] = idForm.exec(address) ?? [];
  const found = id ? await findAnnouncement(`anc_${id}`) : undefined;
  return found && token && isSame(found.token, token) ? found : undefined;
}

/** Removes the announcement at an address before its time. */
export async function removeAnnouncementAt(address: string): Promise<void> {
  const id = idForm.exec(address)?.[2];
  if (id) await removeAnnouncement(`anc_${id}`);
}
