import { useQueryClient } from '@tanstack/react-query';
import { api, query } from '#web/app/api.ts';
import { ViewsMenu as Menu } from '#web/ui/resource/ViewsMenu.tsx';
import { finished } from '../filter/tree.ts';
import { differsFrom, type ListState } from './list-state.ts';
import type { SavedView } from './useListState.ts';

interface ViewsMenuProps {
  views: readonly SavedView[];
  state: ListState;
  onOpen: (view: string | null) => void;
}

/** The saved views of leads. */
export function ViewsMenu({ views, state, onOpen }: ViewsMenuProps) {
  const client = useQueryClient();
  const current = views.find(({ id }) => id === state.view);
  const list = { filter: finished(state.filter), sort: state.sort, columns: state.columns };
  const refreshed = async <T,>(work: Promise<T>) => {
    const done = await work;
    await client.invalidateQueries({ queryKey: query.leads.views.key() });
    return done;
  };
  return (
    <Menu
      views={views}
      current={current}
      isChanged={current ? differsFrom(current, state) : false}
      allLabel="All leads"
      {...(state.deleted ? { label: 'Deleted leads', isFixed: true } : {})}
      keeps="It keeps the filter, the order and the columns."
      sharedWords="Everybody in this workspace sees it; each with the leads they may see."
      removalWords="The leads in it stay where they are."
      onOpen={onOpen}
      save={(name, shared) => refreshed(api.leads.saveView({ ...list, name, shared }))}
      keep={({ id, name, shared, version }) =>
        refreshed(api.leads.updateView({ ...list, id, name, shared, version }))
      }
      remove={({ id }) => refreshed(api.leads.removeView({ id }))}
    />
  );
}
