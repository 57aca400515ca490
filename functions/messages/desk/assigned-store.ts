import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import { deskOf, givenTo, type StoredDesk } from './desk.ts';

/** Threads that were given to somebody who is not the lead's owner: those are found by the owner. */
const Assigned = entity('assignedConversation', {
  fields: z.object({ answerer: z.string(), at: z.string(), conversationId: z.string() }),
  key: { partition: ['answerer'], sort: ['at', 'conversationId'], casing: 'none' },
});

/** What of a thread says where it stands in lists. */
export interface Listed {
  id: string;
  at: string;
  ownerId: string | null;
  desk?: StoredDesk | undefined;
}

/** When a thread stands in the lists: when something was last said, or its snooze ended. */
export function listedAt(of: Pick<Listed, 'at' | 'desk'>): string {
  const { returnedAt } = deskOf(of);
  return returnedAt && returnedAt > of.at ? returnedAt : of.at;
}

const entryOf = (of: Listed | undefined) => {
  const answerer = of && givenTo(of);
  return answerer ? { answerer, at: listedAt(of), conversationId: of.id } : undefined;
};

export function assignedWrites(before: Listed | undefined, after: Listed | undefined): object[] {
  const [was, is] = [entryOf(before), entryOf(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  return [...(was ? [Assigned.remove(was)] : []), ...(is ? [Assigned.put(is)] : [])];
}

/** Ids of the threads that were given to somebody, the latest first, from a place on. */
export async function assignedUpTo(answerer: string, at: string, conversationId: string, limit: number) {
  const { data, cursor } = await Assigned.query('key', { answerer })
    .between({ at: '' }, { at, conversationId })
    .go({ limit, order: 'desc' });
  return { ids: data.map((one) => one.conversationId), more: cursor !== null };
}
