import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';

/** As long as deliveries of webhooks, which tell where they were announced; seconds. */
const keepSeconds = 90 * 86_400;

/**
 * That an announcement was put on a display, written with the display's own state: so it comes on it once, however
 * often its event is given. Outlives the announcement, and holds nothing of the lead.
 */
const Showings = entity('announcementshowing', {
  fields: z.object({
    announcementId: z.string(),
    displayId: z.string(),
    name: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
    /** Whether it waited there for another. */
    waits: z.boolean().optional(),
    /** When the display said that it shows it. */
    shownAt: z.string().optional(),
    expiresAt: z.number(),
  }),
  key: { partition: ['announcementId'], sort: ['displayId'], casing: 'none' },
});
export type Showing = Stored<typeof Showings>;

export const showingsOf = (announcementId: string): Promise<Showing[]> =>
  Showings.all('key', { announcementId });

/** Refused where the announcement was on this display before. */
export const insertShowing = (showing: Omit<Showing, 'expiresAt'>): object =>
  Showings.insert({ ...showing, expiresAt: clock.seconds() + keepSeconds });

/** Notes the first time that a display says it shows an announcement. */
export const noteShown = (announcementId: string, displayId: string, shownAt: string): Promise<boolean> =>
  accepted(
    writeOne(
      Showings.patch({ announcementId, displayId })
        .set({ shownAt })
        .where((at, { notExists }) => notExists(at.shownAt))
        .params(),
    ),
  );
