import { clock } from '#functions/kernel/clock.ts';
import { badRequest, changedSinceOpened } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { isUserChanged } from '#functions/users/api.ts';
import { type Extension, extensionLimits } from '#shared/model/extension.ts';
import { pushAfterwards } from '../exchange/pushes.ts';
import { changedSince as queueChangedSince } from '../queues/store.ts';
import { adoptEarlier } from './adopt.ts';
import { extensionPlan } from './plan.ts';
import { extensionOr404, shown } from './read.ts';
import { newExtensionRecord, newSecret } from './record.ts';
import { changedSince, type ExtensionRecord, everyExtension } from './store.ts';

type Fields = Pick<
  Extension,
  'number' | 'name' | 'userId' | 'callerId' | 'outsideNumber' | 'location' | 'voicemail' | 'voicemailMail'
>;

/** Whether somebody changed the extension, its user or one of its queues between reading and writing. */
const isOvertaken = (error: unknown): boolean =>
  error === changedSince ||
  error === queueChangedSince ||
  error instanceof ConditionFailed ||
  isUserChanged(error);

const asE164 = (given: string | null, field: 'callerId' | 'outsideNumber'): string | null =>
  given && e164(given, field);

export const callerIdOf = (given: string | null): string | null => asE164(given, 'callerId');

/** @throws 400 where there are as many as there can be */
export async function assertRoomForExtension(): Promise<void> {
  if ((await everyExtension()).length >= extensionLimits.extensions)
    throw badRequest(`A workspace has at most ${extensionLimits.extensions} extensions.`);
}

/** @throws 400; 409 for a number that is taken */
export async function createExtension(
  fields: Omit<Fields, 'voicemailMail' | 'location' | 'outsideNumber'> & Partial<Fields>,
): Promise<Extension & { secret: string }> {
  await adoptEarlier();
  await assertRoomForExtension();
  const { secret, sealedSecret } = await newSecret();
  const callerId = callerIdOf(fields.callerId);
  const outsideNumber = asE164(fields.outsideNumber ?? null, 'outsideNumber');
  const record = await newExtensionRecord({ ...fields, callerId, outsideNumber, sealedSecret });
  await changed(undefined, () => record);
  return { ...(await shown(record)), secret };
}

/** Writes what `change` makes of an extension, reads it again when somebody else was quicker, and tells the exchange. */
async function changed(
  extensionId: string | undefined,
  change: (before: ExtensionRecord | undefined) => ExtensionRecord | undefined,
): Promise<ExtensionRecord | undefined> {
  const { before, pushed } = await retryOnConflict(
    async () => {
      await adoptEarlier();
      const before = extensionId === undefined ? undefined : await extensionOr404(extensionId);
      const { writes, pushed } = await extensionPlan(before, change(before));
      await commit(writes);
      return { before, pushed };
    },
    { isOvertaken },
  );
  await pushAfterwards(pushed);
  return before;
}

/** @throws 400, 404; 409 for a taken number, or when the extension has changed since `version` */
export async function updateExtension(
  extensionId: string,
  changes: { [K in keyof Fields]?: Fields[K] | undefined },
  version?: number,
): Promise<Extension> {
  const given = givenOf(changes);
  if (given.callerId !== undefined) given.callerId = callerIdOf(given.callerId);
  if (given.outsideNumber !== undefined) given.outsideNumber = asE164(given.outsideNumber, 'outsideNumber');
  await changed(extensionId, (before) => {
    if (version !== undefined && version !== before!.version) throw changedSinceOpened('extension');
    return { ...before!, ...given, updatedAt: clock.iso() };
  });
  return shown(await extensionOr404(extensionId));
}

/** What is set of an extension by itself, beside its form. @throws 404 */
export const changeExtension = async (
  extensionId: string,
  changes: Partial<Pick<ExtensionRecord, 'greeting'>>,
): Promise<void> => {
  await changed(extensionId, (before) => ({ ...before!, ...changes, updatedAt: clock.iso() }));
};

/** @throws 404 */
export const removeExtension = async (extensionId: string): Promise<ExtensionRecord> =>
  (await changed(extensionId, () => undefined))!;

/** A new SIP password; phones that know the old one cannot register any more. @throws 404 */
export async function rotateSecret(extensionId: string): Promise<{ secret: string }> {
  const { secret, sealedSecret } = await newSecret();
  await changed(extensionId, (before) => ({ ...before!, sealedSecret, updatedAt: clock.iso() }));
  return { secret };
}
