import { bucket } from '#functions/kernel/bucket.ts';
import type { HeldFile } from '#functions/kernel/personal-data.ts';

/** Rows of one kind of data as a page of the work found them, and the files that belong to them. */
export interface FoundRows {
  rows: Record<string, unknown>[];
  files: HeldFile[];
}

const files = () => bucket('exports');
const folderOf = (requestId: string) => `privacy/${requestId}/`;
const rowsKey = (requestId: string, kind: string, page: number) =>
  `${folderOf(requestId)}rows/${kind}/${String(page).padStart(6, '0')}.json`;

export const fileKey = (requestId: string) => `${folderOf(requestId)}export.zip`;

/** Keeps what a page found; the same page again is the same file. */
export const keepRows = (requestId: string, kind: string, page: number, found: FoundRows): Promise<void> =>
  files().put(rowsKey(requestId, kind, page), JSON.stringify(found), 'application/json');

/** What was kept of one kind, a page at a time. */
export async function* keptRows(requestId: string, kind: string): AsyncGenerator<FoundRows> {
  for (const key of (await files().list(`${folderOf(requestId)}rows/${kind}/`)).sort()) {
    const file = await files().get(key);
    if (file) yield JSON.parse(file.toString('utf8')) as FoundRows;
  }
}

/** Pages lie beside the file until it is made. */
export const removeRows = (requestId: string): Promise<void> =>
  files().removeAll(`${folderOf(requestId)}rows/`);

/** All that lies in the bucket of a request. */
export const removeFiles = (requestId: string): Promise<void> => files().removeAll(folderOf(requestId));
