import { currentUser } from './actor.ts';
import { ifVersion } from './entity.ts';
import type { Guard } from './entity-types.ts';
import { badRequest, conflict, notFound } from './errors.ts';
import { newId } from './ids.ts';
import { commit, writeOne } from './table.ts';

/** A list that somebody keeps under a name, as it is stored; a noun adds what its lists are made of. */
export interface StoredView {
  viewId: string;
  ownerId: string;
  name: string;
  shared: boolean;
  version: number;
}

/** What is used of the entity that a noun declares for its views. */
interface Views<View> {
  all(list: 'key'): Promise<View[]>;
  find(key: { viewId: string }): Promise<View | undefined>;
  insert(view: View): object;
  put(view: View, guard: Guard<{ version: number }>): object;
  remove(key: { viewId: string }): object;
}

interface SavedViews<Kept> {
  /** Begins the ids: 'lvw'. */
  prefix: string;
  /** @throws 400 for what cannot be kept */
  assertStorable?: (view: Partial<Kept>) => void;
}

/** A tenant's views are read together. */
const most = 500;

const answer = <View extends StoredView>({ viewId, ...view }: View) => ({ id: viewId, ...view });

/**
 * Saved views of a noun's list: each belongs to who saved it, who alone changes and removes it; shared ones are seen by
 * the whole tenant. What the caller sees in one is still decided by the list.
 */
export function savedViews<View extends StoredView>(
  views: Views<View>,
  { prefix, assertStorable }: SavedViews<View>,
) {
  type Kept = Omit<View, 'viewId' | 'ownerId' | 'version'>;

  async function own(viewId: string): Promise<View> {
    const view = await views.find({ viewId });
    if (view?.ownerId !== currentUser().userId) throw notFound('The view');
    return view;
  }

  return {
    /** One's own views and the shared ones, by name. */
    async list() {
      const { userId } = currentUser();
      const all = await views.all('key');
      return all
        .filter(({ ownerId, shared }) => shared || ownerId === userId)
        .sort((a, b) => a.name.localeCompare(b.name))
        .map(answer);
    },

    /** @throws 400 when the tenant has too many, or for what cannot be kept */
    async save(kept: Kept) {
      assertStorable?.(kept as Partial<View>);
      if ((await views.all('key')).length >= most)
        throw badRequest(`A tenant has at most ${most} saved views.`);
      const stored = { ...kept, viewId: newId(prefix), ownerId: currentUser().userId, version: 1 } as View;
      await writeOne(views.insert(stored));
      return answer(stored);
    },

    /** Changes parts of a view of one's own. @throws 400, 404, 409 */
    async update(viewId: string, kept: Partial<Kept>, version?: number) {
      const before = await own(viewId);
      assertStorable?.(kept as Partial<View>);
      const after = { ...before, ...kept, version: before.version + 1 };
      const changed = conflict('This view has changed since you opened it. Reload it and try again.');
      if (version !== undefined && version !== before.version) throw changed;
      await commit(views.put(after, ifVersion(before.version, changed)));
      return answer(after);
    },

    /** @throws 404 for another's */
    async remove(viewId: string): Promise<void> {
      await own(viewId);
      await writeOne(views.remove({ viewId }));
    },
  };
}
