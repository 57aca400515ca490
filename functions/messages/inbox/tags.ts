import { badRequest } from '#functions/kernel/errors.ts';
import { inboxLimits, tidyTags } from '#shared/model/inbox.ts';
import { deskOf } from '../desk/desk.ts';
import { forgetUnusedTag, keepTagName, tagNames } from '../desk/tag-store.ts';
import { changeConversation } from '../threads/change.ts';
import { findConversation } from '../threads/conversation-store.ts';
import { seen } from '../threads/threads.ts';
import { inboxView } from './list.ts';

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

/** Gives a thread these tags in place of those that it has. @throws 400, 404 */
export async function setTags(id: string, tags: readonly string[]) {
  const { conversation, lead } = await seen('all', id);
  const wanted = tidyTags(await asWritten(tidyTags(tags)));
  const lost = deskOf(conversation).tags.filter((tag) => !wanted.some(sameTag(tag)));
  await changeConversation(conversation.id, (before) => ({
    ...before,
    desk: { ...deskOf(before), tags: wanted },
  }));
  for (const tag of lost) await forgetUnusedTag(tag);
  return inboxView((await findConversation(conversation.id)) ?? conversation, lead);
}

/** One more tag. @throws 400 when it has as many as it may, 404 */
export async function addTag(id: string, tag: string) {
  const { conversation } = await seen('all', id);
  const { tags } = deskOf(conversation);
  if (!tags.some(sameTag(tag)) && tags.length >= inboxLimits.tags)
    throw badRequest(`A conversation has at most ${inboxLimits.tags} tags.`);
  return setTags(id, [...tags.filter((one) => !sameTag(tag)(one)), tag]);
}

/** One tag less. @throws 404 */
export async function removeTag(id: string, tag: string) {
  const { conversation } = await seen('all', id);
  return setTags(
    id,
    deskOf(conversation).tags.filter((one) => !sameTag(tag)(one)),
  );
}
