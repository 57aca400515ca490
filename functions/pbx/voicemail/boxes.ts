import { holds } from '#functions/kernel/access.ts';
import { actor, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { notFound } from '#functions/kernel/errors.ts';
import type { VoicemailBox } from '#shared/model/voicemail.ts';
import { extensionOfUser } from '../extensions/read.ts';
import { type ExtensionRecord, everyExtension, findExtension } from '../extensions/store.ts';
import { everyQueue, findQueue, type QueueRecord } from '../queues/store.ts';
import { wholeQueues } from '../queues/whole.ts';
import { countUnheard } from './store.ts';

/** Unheard messages of a box that are counted. */
const counted = 100;

/** The boxes of whoever asks: that of their extension, and those of the queues that it takes calls of. */
async function ownBoxIds(queues: readonly QueueRecord[]): Promise<Set<string>> {
  const who = actor();
  const own = who.kind === 'user' ? await extensionOfUser(who.userId) : undefined;
  if (!own) return new Set();
  const theirs = (await wholeQueues(queues)).filter(({ members }) =>
    members.some(({ extensionId }) => extensionId === own.extensionId),
  );
  return new Set([own.extensionId, ...theirs.map(({ queueId }) => queueId)]);
}

/** The boxes that an agent may open; undefined for who may open all. */
export const openBoxIds = async (): Promise<Set<string> | undefined> =>
  seesOwnLeadsOnly() ? ownBoxIds(await everyQueue()) : undefined;

/** @throws 404 for a box of somebody else's, as for one that there is not */
export async function assertMayOpen(boxId: string): Promise<void> {
  const open = await openBoxIds();
  if (open && !open.has(boxId)) throw notFound('The voicemail box');
}

const boxOf = (owner: ExtensionRecord | QueueRecord) => {
  const { number, name, voicemail: isOn, greeting } = owner;
  return 'extensionId' in owner
    ? { id: owner.extensionId, kind: 'extension' as const, number, name, isOn, greeting }
    : { id: owner.queueId, kind: 'queue' as const, number, name, isOn, greeting };
};

/** Boxes that the actor may open and that take messages, with that of their own extension in any case. */
export async function listBoxes(): Promise<{ boxes: VoicemailBox[] }> {
  const [extensions, queues] = await Promise.all([everyExtension(), everyQueue()]);
  const own = await ownBoxIds(queues);
  const all = [...extensions, ...queues]
    .map(boxOf)
    .filter(
      ({ id, kind, isOn }) =>
        (isOn || (kind === 'extension' && own.has(id))) && (own.has(id) || !seesOwnLeadsOnly()),
    );
  const boxes = await Promise.all(
    all.map(async (box): Promise<VoicemailBox> => {
      const isOwn = own.has(box.id);
      const mayGreet = holds('voicemail.greet') && (isOwn || !seesOwnLeadsOnly());
      return {
        ...box,
        isOwn,
        mayEdit: box.kind === 'queue' ? holds('queues.edit') : mayGreet,
        // A workspace may have thousands of boxes, and this is asked for all day.
        unheard: isOwn ? await countUnheard(box.id, counted) : null,
      };
    }),
  );
  return { boxes: boxes.sort((one, other) => Number(one.number) - Number(other.number)) };
}

/** What the owner of a box is called: `Maya Chen (102)`; empty where it was removed. */
export async function boxName(boxId: string): Promise<string> {
  const found = boxId.startsWith('ext_') ? await findExtension(boxId) : await findQueue(boxId);
  return found ? `${found.name} (${found.number})` : '';
}

/** The names of many boxes. */
export async function boxNames(boxIds: readonly string[]): Promise<Map<string, string>> {
  const names = await Promise.all(
    [...new Set(boxIds)].map(async (boxId) => [boxId, await boxName(boxId)] as const),
  );
  return new Map(names);
}
