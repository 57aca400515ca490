import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';

/** When a number was called from last: people call back for weeks. */
const CalledFrom = entity('calledFrom', {
  fields: z.object({ phoneNumber: z.string(), lastAt: z.string() }),
  key: { partition: [], sort: ['phoneNumber'], casing: 'none' },
});

/** Notes that somebody is called from a number. Before the call itself is written, so that none is missing. */
export const noteCalledFrom = (phoneNumber: string): Promise<void> =>
  writeOne(CalledFrom.upsert({ phoneNumber }).set({ lastAt: clock.iso() }).params());

/** When somebody was called from a number last, ISO 8601; undefined where nobody was since this is noted. */
export const lastCalledFrom = async (phoneNumber: string): Promise<string | undefined> =>
  (await CalledFrom.find({ phoneNumber }))?.lastAt;
