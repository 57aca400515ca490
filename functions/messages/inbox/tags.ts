import { badRequest } from '#functions/kernel/errors.ts';
import { inboxLimits, tidyTags } from '#shared/model/inbox.ts';
import { deskOf } from '../desk/desk.ts';
import { forgetUnusedTag, keepTagName, tagNames } from '../desk/tag-store.ts';
import { changeConversation } from '../threads/change.ts';
import { seen } from '../threads/threads.ts';

const sameTag = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();

/** Tags as the workspace writes them. @throws 400 where that would be more than it may have */
async function asWritten(tags: readonly string[]): Promise<string[]> {
  const known = await tagNames();
  const fresh = tags.filter((tag) => !known.some(sameTag(tag)));
  if (fresh.length > 0 && known.length + fresh.length > inboxLimits.tagsOfTenant)
    throw badRequest(`A workspace uses at most ${inboxLimits.tagsOfTenant} tags. Please use one of them.`, {
      field: 'tags',
    });
  // Before the threads: a tag that is offered and has no thread yet does no harm.
  for (const tag of fresh) await keepTagName(tag, known);
  return tags.map((tag) => known.find(sameTag(tag)) ?? tag);
}

/** @throws 400 for more tags than a thread may have, 404 */
async function changeTags(id: string, to: (tags: readonly string[]) => readonly string[]): Promise<void> {
  const { conversation } = await seen('all', id);
  let lost: string[] = [];
  // By what it has when it is written, so that of two who tag it at once neither takes the other's tag away.
  await changeConversation(conversation.id, (before) => {
    const desk = deskOf(before);
    const tags = tidyTags(to(desk.tags));
    if (tags.length > inboxLimits.tags)
      throw badRequest(`A conversation has at most ${inboxLimits.tags} tags.`);
    lost = desk.tags.filter((tag) => !tags.some(sameTag(tag)));
    return { ...before, desk: { ...desk, tags } };
  });
  for (const tag of lost) await forgetUnusedTag(tag);
}

/** Gives a thread these tags in place of those that it has. @throws 400, 404 */
export async function setTags(id: string, tags: readonly string[]): Promise<void> {
  await seen('all', id);
  const written = await asWritten(tidyTags(tags));
  await changeTags(id, () => written);
}

/** One more tag. @throws 400 when it has as many as it may, 404 */
export async function addTag(id: string, tag: string): Promise<void> {
  await seen('all', id);
  const written = await asWritten([tag]);
  try {
    await changeTags(id, (tags) => [...tags.filter((one) => !sameTag(tag)(one)), ...written]);
  } catch (error) {
    await forgetUnusedTag(tag);
    throw error;
  }
}

/** One tag less. @throws 404 */
export const removeTag = (id: string, tag: string): Promise<void> =>
  changeTags(id, (tags) => tags.filter((one) => !sameTag(tag)(one)));
