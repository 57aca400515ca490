import { clock } from '#functions/kernel/clock.ts';
import type { PhoneOfUser, PhoneWrites } from '#functions/users/api.ts';
import { markWrites, pushAfterwards } from '../exchange/pushes.ts';
import { phoneAndQueues } from '../sessions/end.ts';
import { currentSession, endWrite } from '../sessions/store.ts';
import { adoptEarlier } from './adopt.ts';
import { extensionNumbered } from './find.ts';
import { assertNobodyElses, extensionPlan, type Plan } from './plan.ts';
import { extensionOfUser } from './read.ts';
import { newExtensionRecord } from './record.ts';
import { type ExtensionRecord, statusWrite } from './store.ts';

const nothing: Plan = { writes: [], pushed: [] };

/** Signs a user out of their phone, who keeps the extension. */
async function signOutPlan(extension: ExtensionRecord | undefined): Promise<Plan> {
  const session = extension && (await currentSession(extension.extensionId));
  if (!session) return nothing;
  const { extensionId, number } = session;
  const pushed = await phoneAndQueues(extensionId, number);
  const offline = statusWrite(extensionId, 'offline', clock.iso());
  return { writes: [endWrite(session, 'userLeft'), offline, ...markWrites(pushed)], pushed };
}

/** Gives a user the extension of a number: the one that there is, their own under that number, or a new one. */
async function givePlan(
  { userId, name }: PhoneOfUser,
  number: string,
  before: ExtensionRecord | undefined,
): Promise<Plan> {
  const planning = { writtenUser: userId };
  const updatedAt = clock.iso();
  const found = await extensionNumbered(number);
  if (found) {
    assertNobodyElses(found, userId);
    return extensionPlan(found, { ...found, userId, updatedAt }, planning);
  }
  if (before) return extensionPlan(before, { ...before, number, updatedAt }, planning);
  return extensionPlan(undefined, await newExtensionRecord({ number, name, userId }), planning);
}

async function planOf(phone: PhoneOfUser): Promise<Plan> {
  const { userId, extension, leaves } = phone;
  const before = await extensionOfUser(userId);
  const isSame = extension === undefined || extension === (before?.number ?? null);
  if (isSame) return leaves ? signOutPlan(before) : nothing;
  if (extension !== null) return givePlan(phone, extension, before);
  if (!before) return nothing;
  const freed = { ...before, userId: null, updatedAt: clock.iso() };
  return extensionPlan(before, freed, {
    writtenUser: userId,
    ...(leaves ? { sessionEnd: 'userLeft' } : {}),
  });
}

/**
 * What belongs to a user's change on the exchange, as writes of the same transaction. A number that is nobody's becomes
 * theirs; one that there is not yet is made, or, where they have another, theirs is given that number. Who leaves is
 * signed out of the phone.
 * @throws 409 for a number of somebody else's, or of a queue
 */
export async function changePhoneOfUser(phone: PhoneOfUser): Promise<PhoneWrites> {
  await adoptEarlier();
  const { writes, pushed } = await planOf(phone);
  return { writes, afterwards: () => pushAfterwards(pushed) };
}
