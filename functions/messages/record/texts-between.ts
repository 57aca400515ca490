import type { Message } from '#shared/model/message.ts';
import { messagesPage } from './message-store.ts';

/**
 * Texts written or come in from one instant on and before another, newest first, as they are stored, for who counts
 * them.
 */
export async function textsBetween(
  { from, before }: { from: string; before: string },
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<{ texts: Message[]; nextCursor: string | null }> {
  const { messages, nextCursor } = await messagesPage(
    { channel: 'sms' },
    { since: from, until: before, limit, cursor: cursor ?? undefined },
  );
  return { texts: messages.filter(({ at }) => at < before), nextCursor };
}
