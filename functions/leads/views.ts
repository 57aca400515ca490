import { z } from 'zod';
import { currentUser } from '#functions/kernel/actor.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import type { LeadFilter, LeadSort } from '#shared/model/lead-filter.ts';
import { assertStorableFilter } from './query/validate.ts';

/** Lists that somebody keeps: a filter, an order and columns under a name. */
const Views = entity('leadView', {
  fields: z.object({
    viewId: z.string(),
    ownerId: z.string(),
    name: z.string(),
    filter: z.custom<LeadFilter>(),
    sort: z.custom<LeadSort>(),
    columns: z.array(z.string()),
    shared: z.boolean(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['viewId'] },
});

type StoredView = Stored<typeof Views>;
export type SavedView = Omit<StoredView, 'viewId' | 'ownerId' | 'version'>;

/** A tenant's views are read together. */
const most = 500;

const answer = ({ viewId, ...view }: StoredView) => ({ id: viewId, ...view });

/** One's own views and the shared ones, by name. */
export async function listViews() {
  const { userId } = currentUser();
  const views = await Views.all('key');
  return views
    .filter(({ ownerId, shared }) => shared || ownerId === userId)
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(answer);
}

/** @throws 400 when the tenant has too many or the filter is too large */
export async function saveView(view: SavedView) {
  assertStorableFilter(view.filter);
  if ((await Views.all('key')).length >= most) throw badRequest(`A tenant has at most ${most} saved views.`);
  const stored: StoredView = { ...view, viewId: newId('lvw'), ownerId: currentUser().userId, version: 1 };
  await writeOne(Views.insert(stored));
  return answer(stored);
}

async function ownView(viewId: string): Promise<StoredView> {
  const view = await Views.find({ viewId });
  if (view?.ownerId !== currentUser().userId) throw notFound('The view');
  return view;
}

/** Changes parts of a view of one's own. @throws 400, 404, 409 */
export async function updateView(viewId: string, view: Partial<SavedView>, version?: number) {
  const before = await ownView(viewId);
  if (view.filter) assertStorableFilter(view.filter);
  const after = { ...before, ...view, version: before.version + 1 };
  const changed = conflict('This view has changed since you opened it. Reload it and try again.');
  if (version !== undefined && version !== before.version) throw changed;
  await commit(Views.put(after, ifVersion(before.version, changed)));
  return answer(after);
}

export async function removeView(viewId: string): Promise<void> {
  await ownView(viewId);
  await writeOne(Views.remove({ viewId }));
}
