import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';

/** A list that the wizard chooses from, with what it is at the moment. */
export interface Source {
  label: string;
  options: { value: string; label: string }[] | undefined;
  error: unknown;
  loading: boolean;
  retry: () => void;
  /** What stands there when there is none. */
  none: string;
}

/** What the wizard needs of the back end: journeys, content projects and displays. */
export function useSources() {
  const journeys = useQuery(query.journeys.list.queryOptions({ input: { limit: 200 } }));
  const projects = useQuery(query.content.list.queryOptions({ input: { limit: 100 } }));
  const displays = useQuery(query.signage.displays.queryOptions({ input: {} }));
  const source = (
    label: string,
    none: string,
    { error, isFetching, refetch }: Pick<typeof journeys, 'error' | 'isFetching' | 'refetch'>,
    options: Source['options'],
  ): Source => ({
    label,
    none,
    error,
    loading: isFetching && !options,
    retry: () => void refetch(),
    options,
  });
  return {
    journeys: source(
      'Journeys',
      'No journeys found',
      journeys,
      journeys.data?.journeys.map(({ id, name, status }) => ({
        value: id,
        label: status === 'live' ? name : `${name} (${status})`,
      })),
    ),
    projects: source(
      'Content Projects',
      'No projects found',
      projects as never,
      projects.data?.projects.map(({ id, name }) => ({ value: id, label: name })),
    ),
    displays: source(
      'OptiSigns Displays',
      'No displays found',
      displays as never,
      displays.data?.displays.map(({ id, name, location }) => ({
        value: id,
        label: location ? `${name}, ${location}` : name,
      })),
    ),
  };
}
export type Sources = ReturnType<typeof useSources>;
