import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { type Listed, listedAt } from './assigned-store.ts';
import { deskOf } from './desk.ts';

/** Threads by their tags; `tag` in small letters, as two that differ in case are the same. */
const Tagged = entity('taggedConversation', {
  fields: z.object({ tag: z.string(), at: z.string(), conversationId: z.string() }),
  key: { partition: ['tag'], sort: ['at', 'conversationId'], casing: 'none' },
});

/** The tags that a workspace uses, as somebody wrote them first. */
const Names = entity('conversationTag', {
  fields: z.object({ tag: z.string(), name: z.string() }),
  key: { partition: [], sort: ['tag'], casing: 'none' },
});

const keyOf = (tag: string) => tag.toLowerCase();

const entriesOf = (of: Listed | undefined) =>
  of ? deskOf(of).tags.map((tag) => ({ tag: keyOf(tag), at: listedAt(of), conversationId: of.id })) : [];

/** The writes that bring a thread's place under its tags to a new state. */
export function tagWrites(before: Listed | undefined, after: Listed | undefined): object[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  const lacks = (others: typeof was) => (one: (typeof was)[number]) =>
    !others.some(({ tag, at }) => tag === one.tag && at === one.at);
  return [
    ...was.filter(lacks(is)).map((one) => Tagged.remove(one)),
    ...is.filter(lacks(was)).map((one) => Tagged.put(one)),
  ];
}

/** Ids of the threads with a tag, the latest first, from a place on. */
export async function taggedUpTo(tag: string, upTo: { at: string; conversationId: string }, limit: number) {
  const { data, cursor } = await Tagged.query('key', { tag: keyOf(tag) })
    .between({ at: '' }, upTo)
    .go({ limit, order: 'desc' });
  return { ids: data.map((one) => one.conversationId), more: cursor !== null };
}

/** The tags that a workspace uses, in the order of the alphabet. */
export async function tagNames(): Promise<string[]> {
  const names = await Names.all('key');
  return names.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en'));
}

/** Offers a tag from now on; one that is known stays as it was written first. */
export async function keepTagName(name: string, known: readonly string[]): Promise<void> {
  if (!known.some((one) => keyOf(one) === keyOf(name))) await writeOne(Names.put({ tag: keyOf(name), name }));
}

/** Offers a tag no longer that the last thread has lost. */
export async function forgetUnusedTag(tag: string): Promise<void> {
  const { ids } = await taggedUpTo(tag, { at: '9', conversationId: '' }, 1);
  if (ids.length === 0) await writeOne(Names.remove({ tag: keyOf(tag) }));
}
