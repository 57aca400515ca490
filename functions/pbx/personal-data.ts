import type { PersonalData, Subject } from '#functions/kernel/personal-data.ts';
import { commit } from '#functions/kernel/table.ts';
import { type CallbackRecord, callbackRemoval, pageOfCallbacks } from './callbacks/store.ts';
import { removeFiles } from './voicemail/messages.ts';
import { type MessageRecord, pageOfMessages, voicemailKey } from './voicemail/store.ts';

const pageSize = 200;

/** Whether something is of a person: by its lead, else by its number. */
const isOf = ({ leadIds, phones }: Subject, { leadId, phone }: { leadId: string | null; phone: string }) =>
  leadId === null ? phones.includes(phone) : leadIds.includes(leadId);

const voicemail: PersonalData<MessageRecord> = {
  kind: 'voicemail',
  title: 'Messages that they left in voicemail boxes',
  stored: ['voicemailMessage'],
  async find(subject, cursor) {
    const page = await pageOfMessages(cursor, pageSize);
    return { found: page.messages.filter((one) => isOf(subject, one)), cursor: page.cursor };
  },
  row: ({ messageId, phone, at, seconds }) => ({ id: messageId, phone, at, seconds }),
  files: (message) => [
    {
      area: 'recordings',
      key: voicemailKey(message),
      name: `voicemail ${message.at.slice(0, 16).replaceAll(':', '-')} ${message.messageId}.wav`,
    },
  ],
  async erase(found) {
    for (const message of found) await removeFiles(message);
  },
};

const callbacks: PersonalData<CallbackRecord> = {
  kind: 'queueCallbacks',
  title: 'Callbacks that they asked for in a queue',
  stored: ['queueCallback', 'openCallbackNumber'],
  async find(subject, cursor) {
    const page = await pageOfCallbacks(cursor, pageSize);
    return { found: page.callbacks.filter((one) => isOf(subject, one)), cursor: page.cursor };
  },
  row: ({ callbackId, phone, askedAt, status, reason }) => ({
    id: callbackId,
    phone,
    askedAt,
    status,
    reason,
  }),
  async erase(found) {
    for (const callback of found) await commit(callbackRemoval(callback));
  },
};

export const pbxPersonalData = [voicemail, callbacks] as PersonalData[];
