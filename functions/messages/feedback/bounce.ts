import { optOut } from '../opt-out/opt-out.ts';
import { advance, type Change } from '../record/advance.ts';
import type { MessageRecord } from '../record/message-store.ts';

/** What was said of it. */
type Told = Pick<Change, 'providerId' | 'error' | 'errorCode'>;

/** How an opt-out came to be, as people read it on the lead. */
const how = {
  bounced: 'A mail came back for good',
  complained: 'A mail was marked as spam',
} as const;

/** The opt-out comes first: should the rest fail, it is tried again, and nothing goes out meanwhile. */
const outOf = (message: MessageRecord, why: keyof typeof how) =>
  optOut(message, message.channel, how[why], why === 'complained');

/** A mail has come back for good: nothing more goes to its address. */
export async function bounced(message: MessageRecord, change: Told): Promise<MessageRecord | undefined> {
  await outOf(message, 'bounced');
  return advance(message.id, { ...change, status: 'bounced', permanent: true });
}

/** A mail has come back, and another may arrive. */
export const bouncedForNow = (message: MessageRecord, change: Told): Promise<MessageRecord | undefined> =>
  advance(message.id, { ...change, status: 'bounced' });

/** The reader of a mail has marked it as spam: nothing more goes to its address. */
export async function complained(message: MessageRecord, change: Told): Promise<MessageRecord | undefined> {
  await outOf(message, 'complained');
  return advance(message.id, { ...change, status: 'complained' });
}
