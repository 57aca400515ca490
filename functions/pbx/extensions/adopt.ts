import { z } from 'zod';
import { tenantOf } from '#functions/kernel/actor.ts';
import { entity } from '#functions/kernel/entity.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { ConditionFailed, commit, writeOne } from '#functions/kernel/table.ts';
import { everyUser, extensionOfUserWrites, findUser } from '#functions/users/api.ts';
import { internalNumber } from '#shared/model/extension.ts';
import { reserveNumber } from '../numbers.ts';
import { extensionNumbered } from './find.ts';
import { newExtensionRecord } from './record.ts';
import { insertExtension } from './store.ts';

/** That users' extensions of earlier versions, which were text alone, are extensions. */
const Adoption = entity('extensionAdoption', {
  fields: z.object({ done: z.boolean() }),
  key: { partition: [], sort: [] },
});

/** Tenants of which this container has seen that it is done; it never becomes undone. */
const known = new Set<number>();

/**
 * Makes extensions of what earlier versions kept as a text of each user, once for each tenant. Two users could have one
 * number then: the first by username keeps it. Bears a kill at any point, and two at one instant.
 */
export async function adoptEarlier(): Promise<void> {
  const tenantId = tenantOf();
  if (known.has(tenantId)) return;
  if (!(await Adoption.find({}))) {
    for (const { userId } of await everyUser()) {
      // The list may lag behind; this is how they stand now.
      const user = await findUser(userId);
      if (user?.extension) await adopt(userId, user.extension, user.firstLast || user.username);
    }
    await writeOne(Adoption.put({ done: true }));
  }
  known.add(tenantId);
}

async function adopt(userId: string, number: string, name: string): Promise<void> {
  if (internalNumber.safeParse(number).success) {
    const record = await newExtensionRecord({ number, name, userId });
    const reserved = { number, kind: 'extension', id: record.extensionId } as const;
    try {
      await commit(reserveNumber(reserved), insertExtension(record));
      return;
    } catch (error) {
      if (!(error instanceof AppError || error instanceof ConditionFailed)) throw error;
    }
    if ((await extensionNumbered(number))?.userId === userId) return;
  }
  await commit(await extensionOfUserWrites(userId, null));
}
