import { z } from 'zod';
import { entity, ifThere, type Stored } from '#functions/kernel/entity.ts';

const Folders = entity('projectfolder', {
  fields: z.object({ folderId: z.string(), name: z.string(), createdAt: z.string() }),
  key: { partition: [], sort: ['folderId'], casing: 'none' },
});
export type StoredFolder = Stored<typeof Folders>;

/** All folders of the tenant; there are a few hundred at most. */
export const allFolders = (): Promise<StoredFolder[]> => Folders.all('key');

export const findFolder = (folderId: string): Promise<StoredFolder | undefined> => Folders.find({ folderId });

/** Which of these folders are there. */
export async function foldersThere(folderIds: string[]): Promise<string[]> {
  const found = await Folders.findMany(folderIds.map((folderId) => ({ folderId })));
  return found.map(({ folderId }) => folderId);
}

export const insertFolder = (folder: StoredFolder) => Folders.insert(folder);

/** Refused where it is gone. */
export const renameTo = (folderId: string, name: string, gone: Error) =>
  Folders.patch({ folderId }).set({ name }).params(ifThere(gone));

export const deleteFolder = (folderId: string) => Folders.remove({ folderId });

/** The folder that a project names, where it is still there. */
export const folderOf = (
  { folderId }: { folderId?: string | undefined },
  folders: ReadonlySet<string>,
): string | null => (folderId && folders.has(folderId) ? folderId : null);
