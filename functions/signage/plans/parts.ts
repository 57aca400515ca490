import { conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { ConditionFailed, commit, onRefused } from '#functions/kernel/table.ts';
import { plansChanged } from './revision.ts';
import {
  type Bodies,
  deletePart,
  findPart,
  insertPart,
  type Kind,
  type Part,
  partsOf,
  replacePart,
} from './store.ts';

/* What is alike for groups, playlists and schedules: a change and the count of the plans' changes go together. */

export async function partOr404<K extends Kind>(kind: K, partId: string, what: string): Promise<Part<K>> {
  const part = await findPart(kind, partId);
  if (!part) throw notFound(what);
  return part;
}

/** @throws 409 when there are as many as there may be */
export async function addPart<K extends Kind>(
  kind: K,
  prefix: string,
  body: Bodies[K],
  most: number,
): Promise<Part<K>> {
  if ((await partsOf(kind)).length >= most)
    throw conflict(`There are ${most} of these already, as many as there may be.`, undefined, 'too_many');
  const partId = newId(prefix);
  await commit(insertPart(kind, partId, body), plansChanged());
  return { kind, partId, body, version: 1 };
}

/** @throws 404; 409 when `version` is given and is no longer the present one, with the present one in details */
export async function changePart<K extends Kind>(
  kind: K,
  partId: string,
  what: string,
  body: Bodies[K],
  version: number | undefined,
): Promise<Part<K>> {
  const present = await partOr404(kind, partId, what);
  const stale = () =>
    conflict(`${what} was changed by somebody else meanwhile. Please load it again.`, undefined, 'stale');
  if (version !== undefined && version !== present.version) throw stale();
  await commit(replacePart({ ...present, body }), plansChanged()).catch((error) => onRefused(error, stale));
  return { ...present, body, version: present.version + 1 };
}

/** Changes a part from what is there, again when another writer was faster; for changes that go together. */
export async function editPart<K extends Kind>(
  part: Part<K>,
  edit: (body: Bodies[K]) => Bodies[K],
): Promise<void> {
  for (let present: Part<K> | undefined = part; present; ) {
    try {
      await commit(replacePart({ ...present, body: edit(present.body) }), plansChanged());
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      present = await findPart(part.kind, part.partId);
    }
  }
}

/** @throws 404 */
export async function dropPart(kind: Kind, partId: string, what: string): Promise<void> {
  await commit(deletePart(kind, partId), plansChanged()).catch((error) =>
    onRefused(error, () => notFound(what)),
  );
}
