import { Entity } from 'electrodb';
import { currentUser, tenantOf } from '#functions/kernel/actor.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit, connection, keys, model, ofTenant, orElse } from '#functions/kernel/table.ts';
import type { LeadFilter, LeadSort } from '#shared/model/lead-filter.ts';
import { assertStorableFilter } from './query/validate.ts';

/** Lists that somebody keeps: a filter, an order and columns under a name. */
const Views = new Entity(
  {
    model: model('leadView'),
    attributes: {
      tenantId: { type: 'number', required: true },
      viewId: { type: 'string', required: true },
      ownerId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      filter: { type: 'any', required: true },
      sort: { type: 'any', required: true },
      columns: { type: 'any', required: true },
      shared: { type: 'boolean', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      all: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['viewId'] },
      },
    },
  },
  connection,
);

export interface SavedView {
  name: string;
  filter: LeadFilter;
  sort: LeadSort;
  columns: string[];
  shared: boolean;
}
type Stored = SavedView & { viewId: string; ownerId: string; version: number };

/** A tenant's views are read together. */
const most = 500;

const answer = ({ viewId, ...view }: Stored) => ({ id: viewId, ...view });

async function everyView(): Promise<Stored[]> {
  const { data } = await Views.query.all({ tenantId: tenantOf() }).go({ pages: 'all', consistent: true });
  return data.map(ofTenant<Stored>);
}

/** One's own views and the shared ones, by name. */
export async function listViews() {
  const { userId } = currentUser();
  const views = await everyView();
  return views
    .filter(({ ownerId, shared }) => shared || ownerId === userId)
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(answer);
}

/** @throws 400 when the tenant has too many or the filter is too large */
export async function saveView(view: SavedView) {
  assertStorableFilter(view.filter);
  if ((await everyView()).length >= most) throw badRequest(`A tenant has at most ${most} saved views.`);
  const stored: Stored = { ...view, viewId: newId('lvw'), ownerId: currentUser().userId, version: 1 };
  await Views.create({ ...stored, tenantId: tenantOf() }).go();
  return answer(stored);
}

async function ownView(viewId: string): Promise<Stored> {
  const { data } = await Views.get({ tenantId: tenantOf(), viewId }).go({ consistent: true });
  const view = data && ofTenant<Stored>(data);
  if (view?.ownerId !== currentUser().userId) throw notFound('The view');
  return view;
}

/** Changes a view of one's own. @throws 400, 404, 409 */
export async function updateView(viewId: string, view: SavedView, version?: number) {
  const before = await ownView(viewId);
  assertStorableFilter(view.filter);
  const after = { ...before, ...view, version: before.version + 1 };
  const changed = conflict('This view has changed since you opened it. Reload it and try again.');
  if (version !== undefined && version !== before.version) throw changed;
  await commit(
    orElse(
      Views.put({ ...after, tenantId: tenantOf() })
        .where(({ version: stored }, { eq }) => eq(stored, before.version))
        .params(),
      changed,
    ),
  );
  return answer(after);
}

export async function removeView(viewId: string): Promise<void> {
  await ownView(viewId);
  await Views.delete({ tenantId: tenantOf(), viewId }).go();
}
