import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { JourneyFields } from '#shared/model/journey/journey.ts';
import { api, query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import type { JourneyDetail, JourneySummary } from '../shared/types.ts';
import { withoutMissing } from './journey-file.ts';

type NewJourney = Parameters<typeof api.journeys.create>[0];

/** The fields of an input that name things which are not there. */
function missingIn(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.code !== 'unknown_reference') return [];
  return (error.details as { issues: { path: string }[] }).issues.map(({ path }) => path);
}

/** What can be done to journeys from their list. */
export function useJourneyActions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => client.invalidateQueries({ queryKey: query.journeys.key() });
  const open = async (make: Promise<JourneyDetail>, said?: string) => {
    try {
      const { id } = await make;
      void refresh();
      await navigate(`/journeys/${id}`);
      if (said) toast.success(said);
      return true;
    } catch (error) {
      toast.error(error);
      return false;
    }
  };
  return {
    refresh,
    create: (journey: NewJourney = { name: 'New journey' }) => open(api.journeys.create(journey)),
    /** Makes a journey of a file, without what it names and is not in this workspace. */
    async import(journey: JourneyFields) {
      let left = 0;
      const make = (wanted: JourneyFields): Promise<JourneyDetail> =>
        api.journeys.create(wanted).catch((error) => {
          const refused = missingIn(error);
          if (refused.length === 0) throw error;
          left += refused.length;
          return make(withoutMissing(wanted, refused));
        });
      if ((await open(make(journey))) && left > 0)
        toast.warning(
          left === 1 ? '1 field was left empty' : `${left} fields were left empty`,
          'What was named there is not in this workspace. Please look through the steps before you publish.',
        );
    },
    fromTemplate: (templateId: string) => open(api.journeys.fromTemplate({ templateId })),
    clone: (id: string) => open(api.journeys.clone({ id }), 'This is the copy'),
    /** @throws ApiError, 400 'circle' until that is confirmed */
    async toggle({ id, name, status }: JourneySummary, confirmCircle = false) {
      const wanted = status === 'live' ? 'paused' : 'live';
      const after = await api.journeys.toggle({ id, status: wanted, confirmCircle });
      void refresh();
      toast.success(after.status === 'live' ? `${name} is live` : `${name} is paused`);
    },
    /** @throws ApiError, 409 while leads are on it */
    async remove(id: string, force: boolean) {
      const { message } = await api.journeys.remove({ id, force: String(force) });
      await refresh();
      toast.success(message);
    },
    async export({ id, name }: Pick<JourneySummary, 'id' | 'name'>) {
      try {
        const file = await api.journeys.export({ id });
        const url = URL.createObjectURL(
          new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }),
        );
        const link = document.createElement('a');
        link.href = url;
        link.download = `${name.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'journey'}.json`;
        link.click();
        URL.revokeObjectURL(url);
      } catch (error) {
        toast.error(error);
      }
    },
  };
}
