import { z } from 'zod';
import { actor } from '#functions/kernel/actor.ts';
import { recordAudit } from '#functions/kernel/audit.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { placeCursor } from '#functions/kernel/paging.ts';
import { commit } from '#functions/kernel/table.ts';
import { findLeads, hiddenLeads } from '#functions/leads/api.ts';
import type { VoicemailMessage } from '#shared/model/voicemail.ts';
import { assertMayOpen, boxName, boxNames, openBoxIds } from './boxes.ts';
import {
  changeMessage,
  findMessage,
  type MessageRecord,
  messageRemoval,
  type Place,
  readMessages,
  voicemailKey,
} from './store.ts';

/** An address is good for so long, in seconds: as that of a recording. */
const heardFor = 6 * 3_600;

/** Messages as the actor may see them: of a lead that they may not use, the number alone. */
async function shown(messages: readonly MessageRecord[]): Promise<VoicemailMessage[]> {
  const leadIds = messages.flatMap(({ leadId }) => leadId ?? []);
  const [hidden, leads, names] = await Promise.all([
    hiddenLeads(leadIds),
    findLeads([...new Set(leadIds)]),
    boxNames(messages.map(({ boxId }) => boxId)),
  ]);
  const leadById = new Map(leads.map((lead) => [lead.id, lead]));
  return messages.map(({ messageId, recordingId: _, unheard, mailed: __, version: ___, ...message }) => {
    const lead = message.leadId && !hidden.has(message.leadId) ? leadById.get(message.leadId) : undefined;
    return {
      ...message,
      id: messageId,
      boxName: names.get(message.boxId) ?? '',
      leadId: lead?.id ?? null,
      leadName: lead ? [lead.firstName, lead.lastName].filter(Boolean).join(' ') : '',
      isHeard: !unheard,
    };
  });
}

const { cursorOf, placeOf } = placeCursor(
  z.object({ at: z.iso.datetime(), messageId: z.string().regex(/^vcm_[\w-]{1,60}$/) }),
);

const newestFirst = (one: Place, other: Place): number =>
  other.at.localeCompare(one.at) || other.messageId.localeCompare(one.messageId);

interface Asked {
  boxId?: string | undefined;
  unheard?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A page of the messages of one box, or of all that the actor may open. @throws 400 for a cursor that is none; 404 */
export async function listMessages({ boxId, unheard, limit, cursor }: Asked) {
  if (boxId) await assertMayOpen(boxId);
  const before = cursor ? placeOf(cursor) : undefined;
  const open = boxId ? [boxId] : await openBoxIds();
  const boxes = open ? [...open] : [undefined];
  const read = await Promise.all(boxes.map((one) => readMessages(one, before, limit)));
  const page = read.flat().sort(newestFirst).slice(0, limit);
  const last = page.length === limit ? page.at(-1) : undefined;
  return {
    messages: await shown(page.filter((message) => !unheard || message.unheard)),
    nextCursor: last ? cursorOf({ at: last.at, messageId: last.messageId }) : null,
  };
}

/** @throws 404 also for a message in somebody else's box */
async function messageOr404(messageId: string): Promise<MessageRecord> {
  const message = await findMessage(messageId);
  const open = await openBoxIds();
  if (!message || (open && !open.has(message.boxId))) throw notFound('The message');
  return message;
}

const audited = async (action: 'voicemail.heard' | 'voicemail.removed', message: MessageRecord) => {
  const { messageId, phone, at, boxId } = message;
  const target = { kind: 'voicemail', id: messageId, name: phone || 'an unknown number' };
  await recordAudit(action, target, { at, box: (await boxName(boxId)) || 'a removed box' });
};

const heardNow = ({ unheard, heardAt, heardBy }: MessageRecord): Partial<MessageRecord> => {
  const who = actor();
  return unheard
    ? { unheard: false, heardAt: clock.iso(), heardBy: who.kind === 'user' ? who.userId : null }
    : { heardAt, heardBy };
};

/** The address by which a message is heard; from now on it counts as heard. @throws 404 */
export async function hearMessage(messageId: string) {
  const message = await messageOr404(messageId);
  await audited('voicemail.heard', message);
  const after = await changeMessage(messageId, heardNow);
  const name = `voicemail ${message.at.slice(0, 10)}.wav`;
  return {
    url: await bucket('recordings').downloadUrl(voicemailKey(message), name, heardFor),
    seconds: message.seconds,
    expiresIn: heardFor,
    message: (await shown([after]))[0]!,
  };
}

/** Marks a message as heard, or as new again. @throws 404 */
export async function markMessage(messageId: string, isHeard: boolean): Promise<VoicemailMessage> {
  await messageOr404(messageId);
  const after = await changeMessage(messageId, (before) =>
    isHeard ? heardNow(before) : { unheard: true, heardAt: null, heardBy: null },
  );
  return (await shown([after]))[0]!;
}

/** What was said goes first: a removal that is cut off is done again by whoever asked, or by the end of its term. */
export async function removeFiles(message: MessageRecord): Promise<void> {
  await bucket('recordings').remove(voicemailKey(message));
  await commit(messageRemoval(message));
}

/** @throws 404 */
export async function removeMessage(messageId: string): Promise<void> {
  const message = await messageOr404(messageId);
  await audited('voicemail.removed', message);
  await removeFiles(message);
}
