import { accountMailsWork, askForMail } from '#functions/accountGuard/api.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { timelineEvent } from '#functions/leads/api.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import type { Call } from '#shared/model/call.ts';
import { findExtension } from '../extensions/store.ts';
import { findWholeQueue } from '../queues/whole.ts';
import { boxName } from './boxes.ts';
import { changeMessage, findMessage, type MessageRecord, messageInsertion, voicemailKey } from './store.ts';

/** A message may be put for so long after it was ready; seconds. */
const uploadSeconds = 3_600;

/**
 * Hears that a caller left a message. Told the same again, nothing is kept twice.
 * @returns of a message that is ready: where it is to be put; undefined where its box is nobody's any more
 */
export async function hearOfVoicemail(call: Call, told: ExchangeEvent): Promise<string | undefined> {
  const { boxId, recordingId, seconds = 0 } = told;
  // An exchange whose clock is ahead puts no message before those that come later.
  const at = told.at < clock.iso() ? told.at : clock.iso();
  if (!boxId || !recordingId || told.event === 'voicemail-started') return undefined;
  const key = voicemailKey({ callId: call.id, recordingId });
  if (told.event === 'voicemail-ready')
    return (await boxName(boxId))
      ? bucket('recordings').uploadUrl(key, 'audio/wav', uploadSeconds)
      : undefined;
  await keep(call, { boxId, recordingId, seconds, at });
  return undefined;
}

async function keep(
  call: Call,
  left: Pick<MessageRecord, 'boxId' | 'recordingId' | 'seconds' | 'at'>,
): Promise<void> {
  const messageId = deterministicId('vcm', call.id, left.recordingId);
  const name = await boxName(left.boxId);
  // The exchange was given no address for a box that is not there.
  if (!name) return;
  const { id: callId, phone, leadId } = call;
  const nothingYet = { unheard: true, heardAt: null, heardBy: null, mailed: false, version: 1 };
  const message: MessageRecord = { ...left, ...nothingYet, messageId, callId, phone, leadId };
  const sentence = `Voicemail from ${phone || 'an unknown number'} for ${name}, ${left.seconds} s`;
  const { boxId, seconds } = left;
  const data = { callId, messageId, boxId, seconds };
  // Refused where it was told before.
  await accepted(
    commit(await messageInsertion(message), leadId ? timelineEvent(leadId, 'call', sentence, data) : []),
  );
  await tellByMail(messageId, name);
}

/** Whom a mail tells of a message in a box. */
async function readersOf(boxId: string): Promise<string[]> {
  if (boxId.startsWith('ext_')) {
    const { voicemailMail = false, userId = null } = (await findExtension(boxId)) ?? {};
    return voicemailMail && userId ? [userId] : [];
  }
  const queue = await findWholeQueue(boxId);
  if (!queue?.voicemailMail) return [];
  const members = await Promise.all(queue.members.map(({ extensionId }) => findExtension(extensionId)));
  return members.flatMap((member) => member?.userId ?? []);
}

/** Asks for the mails once; where that was cut off, the exchange tells of the message again. */
async function tellByMail(messageId: string, box: string): Promise<void> {
  const message = await findMessage(messageId);
  // Already told, or removed meanwhile.
  if (!message || message.mailed) return;
  const { boxId, phone, seconds } = message;
  const readers = accountMailsWork() ? await readersOf(boxId) : [];
  for (const userId of new Set(readers)) await askForMail({ mail: 'voicemail', userId, box, phone, seconds });
  await changeMessage(messageId, () => ({ mailed: true }));
}
