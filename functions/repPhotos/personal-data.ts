import { bucket } from '#functions/kernel/bucket.ts';
import { onePage, type PersonalData, type Subject } from '#functions/kernel/personal-data.ts';
import type { FixedLife } from '#functions/kernel/retention.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import { everyUser } from '#functions/users/api.ts';
import { filesOf, originalKey } from './addresses.ts';
import {
  eraseHistory,
  everyHistoryPage,
  findPhotosOf,
  type HistoryItem,
  photoRemoval,
  type StoredPhoto,
} from './store.ts';

const pageSize = 200;

/** Their addresses, but for those of users: what is held of these is theirs as users, and goes where an admin removes it. */
async function addressesOf({ emails }: Subject): Promise<string[]> {
  if (emails.length === 0) return [];
  const users = new Set((await everyUser()).map(({ email }) => email.toLowerCase()));
  return emails.filter((email) => !users.has(email));
}

const photos: PersonalData<StoredPhoto> = {
  kind: 'repPhotos',
  title: 'Photos of them as sales reps',
  stored: ['repPhoto'],
  isOfRequests: true,
  find: async (subject) => onePage(await findPhotosOf(await addressesOf(subject))),
  // Spelt out: a call would keep all of this in every bundle that only looks photos up.
  row: ({ repEmail, repName, repTitle, uploadedAt }) => ({ repEmail, repName, repTitle, uploadedAt }),
  files: (photo) => [
    {
      area: 'media',
      key: originalKey(photo),
      name: originalKey(photo).split('/').at(-1)!,
      folder: 'pictures',
    },
  ],
  async erase(found) {
    for (const { photoId } of found) {
      // The files first: without the photo nobody finds them.
      await bucket('media').removeAll(`${filesOf(photoId)}/`);
      await writeOne(photoRemoval(photoId));
    }
  },
};

const history: PersonalData<HistoryItem> = {
  kind: 'repPhotoHistory',
  title: 'What was done with photos of them as sales reps',
  stored: ['repPhotoHistory'],
  isOfRequests: true,
  async find(subject, cursor) {
    const own = new Set(await addressesOf(subject));
    if (own.size === 0) return onePage<HistoryItem>([]);
    const page = await everyHistoryPage(cursor, pageSize);
    return { found: page.entries.filter(({ repEmail }) => own.has(repEmail)), cursor: page.cursor };
  },
  row: ({ timestamp, action, result, repEmail, repName, details }) => ({
    timestamp,
    action,
    result,
    repEmail,
    repName,
    details,
  }),
  async erase(found) {
    for (const entry of found) await accepted(writeOne(eraseHistory(entry)));
  },
};

export const repPhotoPersonalData = [photos, history] as PersonalData[];

export const repPhotoLives: FixedLife[] = [
  {
    title: 'Photos of sales reps',
    covers: ['repPhotos'],
    life: 'Until they are deleted',
    why: 'Signs and mails show them for as long as the rep sells. Delete the photo of a rep who leaves.',
  },
  {
    title: 'What was done with photos of sales reps',
    covers: ['repPhotoHistory'],
    life: '365 days',
    why: 'So that an admin can look up who added or deleted a photo.',
  },
];
