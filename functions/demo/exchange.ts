import { createDid } from '#functions/dids/api.ts';
import {
  createExtension,
  createQueue,
  everyQueue,
  extensionOfUser,
  initializeDispositions,
} from '#functions/pbx/api.ts';
import { findAddresseeByName } from '#functions/users/api.ts';
import { queueFields } from '#shared/model/queue.ts';
import { once } from './once.ts';

/** Who has which extension. */
const extensions = [
  { username: 'admin', number: '101', name: 'Alex Morgan' },
  { username: 'agent', number: '102', name: 'Maya Chen' },
] as const;

/** The number that customers call. */
const mainLine = { phoneNumber: '+12175550100', label: 'Main line', carrier: 'other' } as const;

/** The extension of a demo user; undefined where somebody has given them none of ours meanwhile. */
async function extensionFor({
  username,
  ...fields
}: (typeof extensions)[number]): Promise<string | undefined> {
  const userId = (await findAddresseeByName(username))?.userId;
  if (!userId) return undefined;
  await once(() => createExtension({ ...fields, userId, callerId: null, voicemail: false }));
  return (await extensionOfUser(userId))?.extensionId;
}

/** Two extensions, a queue whose calls both take, the number that rings it, and the dispositions. Done again it changes nothing. */
export async function setUpExchange(): Promise<void> {
  await initializeDispositions();
  const members: { extensionId: string; penalty: number }[] = [];
  for (const extension of extensions) {
    const extensionId = await extensionFor(extension);
    if (extensionId) members.push({ extensionId, penalty: 0 });
  }
  const fields = queueFields.parse({ name: 'Sales', wrapUpSeconds: 15 });
  await once(() => createQueue({ number: '600', ...fields, members }));
  const queue = (await everyQueue()).find(({ number }) => number === '600');
  if (queue) await once(() => createDid({ ...mainLine, route: { kind: 'queue', queueId: queue.queueId } }));
}
