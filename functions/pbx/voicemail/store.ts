import { z } from 'zod';
import { endOf, nextLookAt, readRecordingSettings } from '#functions/calls/api.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened, notFound } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { writeOne } from '#functions/kernel/table.ts';

/** A message in a voicemail box. What was said lies in the bucket under `voicemailKey`. */
const Messages = entity('voicemailMessage', {
  fields: z.object({
    messageId: z.string(),
    boxId: z.string(),
    callId: z.string(),
    recordingId: z.string(),
    phone: z.string(),
    leadId: z.string().nullable(),
    at: z.string(),
    seconds: z.number().int(),
    unheard: z.boolean(),
    heardAt: z.string().nullable(),
    heardBy: z.string().nullable(),
    /** Whether the mails that tell of it were asked for. */
    mailed: z.boolean(),
    version: z.number().int(),
  }),
  key: { partition: [], sort: ['messageId'], casing: 'none' },
  indexes: {
    ofBox: { index: 'gsi1', partition: ['boxId'], sort: ['at', 'messageId'], casing: 'none' },
    unheard: { index: 'gsi2', partition: ['boxId'], sort: ['at'], casing: 'none', onlyWith: 'unheard' },
    byTime: { index: 'gsi3', partition: [], sort: ['at', 'messageId'], casing: 'none' },
  },
  due: true,
});
export type MessageRecord = Stored<typeof Messages>;

export const voicemailKey = ({
  callId,
  recordingId,
}: Pick<MessageRecord, 'callId' | 'recordingId'>): string => `voicemail/${callId}.${recordingId}.wav`;

export const findMessage = (messageId: string): Promise<MessageRecord | undefined> =>
  Messages.find({ messageId });

/** The sweeper looks at a message when the workspace's term of recordings is over for it, and every week until then. */
const due = async ({ messageId, at }: MessageRecord) =>
  dueAt('voicemail', messageId, nextLookAt(at, await readRecordingSettings()));

export const messageInsertion = async (message: MessageRecord): Promise<object> =>
  Messages.insert({ ...message, ...(await due(message)) });

export const messageRemoval = ({ messageId }: MessageRecord): object => Messages.remove({ messageId });

const changedSince = changedSinceOpened('message');

/** Writes what `change` makes of a message; reads it again when somebody else was quicker. @throws 404 */
export const changeMessage = (
  messageId: string,
  change: (before: MessageRecord) => Partial<MessageRecord>,
): Promise<MessageRecord> =>
  retryOnConflict(
    async () => {
      const before = await findMessage(messageId);
      if (!before) throw notFound('The message');
      const after = { ...before, ...change(before), version: before.version + 1 };
      await writeOne(
        Messages.put({ ...after, ...(await due(after)) }, ifVersion(before.version, changedSince)),
      );
      return after;
    },
    { isOvertaken: (error) => error === changedSince },
  );

/** A place in the order of time: what is older comes after it. */
export type Place = Pick<MessageRecord, 'at' | 'messageId'>;

/** Messages of a box, or of all, that are older than a place, newest first. */
export async function readMessages(
  boxId: string | undefined,
  before: Place | undefined,
  limit: number,
): Promise<MessageRecord[]> {
  const query = boxId === undefined ? Messages.query('byTime') : Messages.query('ofBox', { boxId });
  const from = before ? query.lt(before) : query;
  return (await from.go({ order: 'desc', limit })).data;
}

/** How many messages of a box nobody has heard. @param most that are counted */
export const countUnheard = async (boxId: string, most: number): Promise<number> =>
  (await Messages.query('unheard', { boxId }).go({ limit: most })).data.length;

/** Whether the term of a message is over, and else when it is to be looked at again; ms since 1970. */
export async function termOf({ at }: MessageRecord): Promise<{ end: number | undefined; lookAt: number }> {
  const settings = await readRecordingSettings();
  const end = settings.retentionDays === 0 ? undefined : endOf(at, settings.retentionDays);
  return { end, lookAt: nextLookAt(at, settings) };
}

/** A page of the messages of all boxes. */
export async function pageOfMessages(cursor: string | null, limit: number) {
  const page = await Messages.query('byTime').go({ cursor, limit });
  return { messages: page.data, cursor: page.cursor };
}
