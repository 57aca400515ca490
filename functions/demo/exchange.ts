import { createDid } from '#functions/dids/api.ts';
import { createIvrMenu, everyIvrMenu } from '#functions/ivr/api.ts';
import {
  createExtension,
  createQueue,
  everyQueue,
  extensionOfUser,
  initializeDispositions,
} from '#functions/pbx/api.ts';
import { findAddresseeByName } from '#functions/users/api.ts';
import { newIvrMenu } from '#shared/model/ivr.ts';
import { queueFields } from '#shared/model/queue.ts';
import { drawMainLine } from './dial-plan.ts';
import { once } from './once.ts';

/** Who has which extension. */
const extensions = [
  { username: 'admin', number: '101', name: 'Alex Morgan' },
  { username: 'agent', number: '102', name: 'Maya Chen' },
] as const;

/** The number that customers call. */
const mainLine = { phoneNumber: '+12175550100', label: 'Main line', carrier: 'other' } as const;

/** What callers of the main line could choose. */
const mainMenu = (queueId: string) =>
  newIvrMenu.parse({
    name: 'Main menu',
    description: 'What callers of the main line choose from',
    prompt:
      'Thank you for calling Brightside Solar. For sales, press 1. To hear this again, press 9. To end the call, press 0.',
    invalidPrompt: 'That is not one of the choices.',
    options: [
      { digit: '1', label: 'Sales', action: 'queue', target: queueId },
      { digit: '9', label: 'Hear it again', action: 'repeat', target: null },
      { digit: '0', label: 'Goodbye', action: 'hangup', target: null },
    ],
  });

/** The extension of a demo user; undefined where somebody has given them none of ours meanwhile. */
async function extensionFor({
  username,
  ...fields
}: (typeof extensions)[number]): Promise<string | undefined> {
  const userId = (await findAddresseeByName(username))?.userId;
  if (!userId) return undefined;
  await once(() => createExtension({ ...fields, userId, callerId: null, voicemail: true }));
  return (await extensionOfUser(userId))?.extensionId;
}

/**
 * Two extensions, a queue whose calls both take, the number that rings it, a menu, a dial plan, and the dispositions. Done
 * again it changes nothing.
 */
export async function setUpExchange(): Promise<void> {
  await initializeDispositions();
  const members: { extensionId: string; penalty: number }[] = [];
  for (const extension of extensions) {
    const extensionId = await extensionFor(extension);
    if (extensionId) members.push({ extensionId, penalty: 0 });
  }
  const fields = queueFields.parse({ name: 'Sales', wrapUpSeconds: 15, voicemail: true, callback: true });
  await once(() => createQueue({ number: '600', ...fields, members, groups: [] }));
  const queue = (await everyQueue()).find(({ number }) => number === '600');
  if (!queue) return;
  await once(() => createDid({ ...mainLine, route: { kind: 'queue', queueId: queue.queueId } }));
  const menu = mainMenu(queue.queueId);
  await once(() => createIvrMenu(menu));
  const menuId = (await everyIvrMenu()).find(({ name }) => name === menu.name)?.menuId;
  const extensionId = members[0]?.extensionId;
  if (menuId && extensionId) await drawMainLine({ menuId, queueId: queue.queueId, extensionId });
}
