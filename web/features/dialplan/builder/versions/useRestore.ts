import { useNavigate } from 'react-router';
import { query, queryClient } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import { usePlan } from '../../draft.ts';
import { graphOf } from '../../graph.ts';
import { builderPath } from '../../path.ts';

/** A version never changes; its name and whether it takes calls may, which lists tell. */
export const versionQuery = (id: string, number: number) =>
  query.dialplans.version.queryOptions({ input: { id, number }, staleTime: Number.POSITIVE_INFINITY });

/** Makes a version the draft, in one step that can be undone; it is saved as any other change. */
export function useRestore() {
  const draft = usePlan();
  const navigate = useNavigate();
  /** False: it was not, and a toast says why. */
  return async (number: number): Promise<boolean> => {
    try {
      const { config } = await queryClient.fetchQuery(versionQuery(draft.id, number));
      draft.edit(graphOf(config), { select: [] });
      toast.success(`The drawing is that of version ${number} now`);
      await navigate(builderPath(draft.id));
      return true;
    } catch (error) {
      toast.error(error);
      return false;
    }
  };
}
