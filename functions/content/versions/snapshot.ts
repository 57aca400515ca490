import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { bucket } from '#functions/kernel/bucket.ts';
import type { Element, ProjectFields } from '#shared/model/content.ts';
import type { VersionChanges } from '#shared/model/content-version.ts';
import { pagesField } from '#shared/model/pages.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** What a version holds. Elements are without their own versions: those tell of saving, not of drawing. */
export interface Snapshot {
  canvas: Pick<ProjectFields, 'canvasSize' | 'canvasBackground' | 'pages' | 'variables'>;
  elements: Omit<Element, 'version'>[];
}

const files = () => bucket('versions');

/** JSON with its keys in order: the table keeps no order of a map's keys, and the same drawing must read the same. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, node) =>
    node && typeof node === 'object' && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
      : node,
  );
}

export function snapshotOf(
  { canvasSize, canvasBackground, pages, variables }: ProjectFields,
  elements: Element[],
) {
  const drawn = elements.map(({ version: _version, ...element }) => element);
  const canvas = { canvasSize, canvasBackground, ...pagesField(pages), variables };
  const snapshot: Snapshot = { canvas, elements: drawn };
  const text = canonical(snapshot);
  return { snapshot, text, hash: createHash('sha256').update(text).digest('base64url') };
}

/** @returns the bytes it takes */
export async function writeSnapshot(file: string, text: string): Promise<number> {
  const packed = await compress(text);
  await files().put(file, packed, 'application/gzip');
  return packed.length;
}

export async function readSnapshot(file: string): Promise<Snapshot | undefined> {
  const packed = await files().get(file);
  return packed && (JSON.parse((await decompress(packed)).toString()) as Snapshot);
}

export const removeSnapshot = (file: string): Promise<void> => files().remove(file);

/** Removes all files of a project's versions, also such as no item names any more. */
export async function removeSnapshotsOf(projectId: string): Promise<void> {
  for (const file of await files().list(`${projectId}/`)) await files().remove(file);
}

const nothing: Snapshot = {
  canvas: {
    canvasSize: { width: 0, height: 0 },
    canvasBackground: { type: 'solid', color: '' },
    variables: [],
  },
  elements: [],
};

/** What has been added, changed and removed between two versions; before the first there was nothing. */
export function changesBetween(before: Snapshot = nothing, after: Snapshot): VersionChanges {
  const old = new Map(before.elements.map((element) => [element.id, element]));
  let added = 0;
  let changed = 0;
  for (const element of after.elements) {
    const was = old.get(element.id);
    if (!was) added++;
    else if (canonical(was) !== canonical(element)) changed++;
    old.delete(element.id);
  }
  const canvas = before !== nothing && canonical(before.canvas) !== canonical(after.canvas);
  return { added, changed, removed: old.size, canvas };
}
