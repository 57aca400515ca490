import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { type ExtensionStatus, extensionFields } from '#shared/model/extension.ts';

const Extensions = entity('extension', {
  fields: extensionFields.extend({ extensionId: z.string(), sealedSecret: z.string() }),
  key: { partition: [], sort: ['extensionId'] },
});
export type ExtensionRecord = Stored<typeof Extensions>;

export const changedSince = changedSinceOpened('extension');

export const everyExtension = (): Promise<ExtensionRecord[]> => Extensions.all('key');
export const findExtension = (extensionId: string): Promise<ExtensionRecord | undefined> =>
  Extensions.find({ extensionId });

/** Which of these extensions are there. */
export async function extensionsThere(extensionIds: string[]): Promise<string[]> {
  const found = await Extensions.findMany(extensionIds.map((extensionId) => ({ extensionId })));
  return found.map(({ extensionId }) => extensionId);
}

export const insertExtension = (extension: ExtensionRecord): object => Extensions.insert(extension);

/** The write of an edit, which leaves the status alone unless it says another: that changes all day, and beside it. */
export function replaceExtension(before: ExtensionRecord, after: ExtensionRecord): object {
  const { extensionId, status, statusSince: _, createdAt: __, ...fields } = after;
  return Extensions.patch({ extensionId })
    .set({
      ...fields,
      version: before.version + 1,
      ...(status === before.status ? {} : { status, statusSince: clock.iso() }),
    })
    .params(ifVersion(before.version, changedSince));
}

export const extensionRemoval = ({ extensionId, version }: ExtensionRecord): object =>
  Extensions.remove({ extensionId }, ifVersion(version, changedSince));

/** The write of a status. @param userId refuses it where the extension is no longer this user's */
export const statusWrite = (
  extensionId: string,
  status: ExtensionStatus,
  statusSince: string,
  userId?: string,
): object => {
  const change = Extensions.patch({ extensionId }).set({ status, statusSince });
  return userId ? change.params({ where: (at, { eq }) => eq(at.userId, userId) }) : change.params();
};
