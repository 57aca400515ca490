import { notFound } from '#functions/kernel/errors.ts';
import { everyUser, findUser } from '#functions/users/api.ts';
import type { Extension, ExtensionStatus } from '#shared/model/extension.ts';
import { everyQueue } from '../queues/store.ts';
import { queuesOf, type WholeQueue, wholeQueues } from '../queues/whole.ts';
import { adoptEarlier } from './adopt.ts';
import { extensionNumbered } from './find.ts';
import { type ExtensionRecord, everyExtension, findExtension } from './store.ts';

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;
const nameOf = (user: User | undefined): string => (user ? user.firstLast || user.username : '');

const view = (
  { extensionId, sealedSecret: _, ...extension }: ExtensionRecord,
  user: User | undefined,
  queues: readonly WholeQueue[],
): Extension => ({
  id: extensionId,
  ...extension,
  userName: nameOf(user),
  queues: queues.flatMap(({ queueId, name, members }) => {
    const member = members.find((one) => one.extensionId === extensionId);
    return member ? [{ queueId, name, penalty: member.penalty, paused: member.paused }] : [];
  }),
});

/** An extension as callers see it: never its secret. */
export const shown = async (extension: ExtensionRecord): Promise<Extension> =>
  view(
    extension,
    extension.userId ? await findUser(extension.userId) : undefined,
    await queuesOf(extension.extensionId),
  );

/** @throws 404 */
export async function extensionOr404(extensionId: string): Promise<ExtensionRecord> {
  const extension = await findExtension(extensionId);
  if (!extension) throw notFound('The extension');
  return extension;
}

/** A user's own extension. */
export async function extensionOfUser(userId: string): Promise<ExtensionRecord | undefined> {
  await adoptEarlier();
  const user = await findUser(userId);
  const extension = user?.extension ? await extensionNumbered(user.extension) : undefined;
  return extension?.userId === userId ? extension : undefined;
}

/** All extensions as callers see them, by their ids. */
export async function everyShown(): Promise<Map<string, Extension>> {
  const [extensions, users, queues] = await Promise.all([everyExtension(), everyUser(), everyQueue()]);
  const whole = await wholeQueues(queues, extensions);
  const userById = new Map(users.map((user) => [user.userId, user]));
  return new Map(
    extensions.map((one) => [one.extensionId, view(one, userById.get(one.userId ?? ''), whole)]),
  );
}

interface Filter {
  search?: string | undefined;
  userId?: string | undefined;
  status?: ExtensionStatus | undefined;
}

const byNumber = (one: Extension, other: Extension) =>
  Number(one.number) - Number(other.number) || one.number.localeCompare(other.number);

export async function listExtensions({ search = '', userId, status }: Filter) {
  await adoptEarlier();
  const text = search.toLowerCase();
  return {
    extensions: [...(await everyShown()).values()]
      .filter((one) => !userId || one.userId === userId)
      .filter((one) => !status || one.status === status)
      .filter(({ number, name, userName }) =>
        [number, name, userName].some((part) => part.toLowerCase().includes(text)),
      )
      .sort(byNumber),
  };
}
