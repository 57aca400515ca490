import { useQuery } from '@tanstack/react-query';
import type { ProjectOutcomes } from '#shared/api/content-folders.ts';
import { contentLimits } from '#shared/model/content-limits.ts';
import { query } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { refreshLists } from '../data/refresh.ts';

/** What a drag of projects carries; another kind of thing is not taken. */
export const projectDrag = 'application/x-dealbell-projects';

/** What a folder may be called, for a `NameDialog`. */
export const folderNames = { missing: 'A folder needs a name.', maxLength: contentLimits.folderName };

export const useFolders = () => useQuery(query.content.listFolders.queryOptions({ input: {} }));

export const refreshProjects = () => refreshLists(query.content.list.key(), query.content.listFolders.key());

export const projectCount = (count: number): string => (count === 1 ? '1 project' : `${count} projects`);

/** Says what came of a change of many: 'moved to Spring'. */
export function tellOutcome({ results, changed }: ProjectOutcomes, done: string): void {
  const refused = results.find(({ ok }) => !ok);
  if (!refused) toast.success(`${projectCount(changed)} ${done}`);
  else
    toast.warning(
      `${projectCount(changed)} ${done}, ${results.length - changed} not`,
      refused.reason ?? undefined,
    );
}
