import { clock } from '#functions/kernel/clock.ts';
import { newId, randomToken } from '#functions/kernel/ids.ts';
import { seal } from '#functions/kernel/secrets.ts';
import type { ExtensionRecord } from './store.ts';

/** What an extension's SIP password is sealed for. */
export const secretPurpose = 'extension-secret';

/** A SIP password as it is shown once, and as it is stored. */
export async function newSecret(): Promise<{ secret: string; sealedSecret: string }> {
  const secret = randomToken(18);
  return { secret, sealedSecret: await seal(secretPurpose, secret) };
}

type Fields = Pick<ExtensionRecord, 'number' | 'name' | 'userId'> &
  Partial<
    Pick<
      ExtensionRecord,
      'callerId' | 'outsideNumber' | 'location' | 'voicemail' | 'voicemailMail' | 'sealedSecret'
    >
  >;

/** A new extension, as it is stored: nobody has signed in to it yet. */
export async function newExtensionRecord(fields: Fields): Promise<ExtensionRecord> {
  const now = clock.iso();
  const sealedSecret = fields.sealedSecret ?? (await newSecret()).sealedSecret;
  return {
    callerId: null,
    outsideNumber: null,
    location: '',
    voicemail: false,
    voicemailMail: true,
    greeting: null,
    ...fields,
    sealedSecret,
    extensionId: newId('ext'),
    status: 'offline',
    statusSince: now,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
