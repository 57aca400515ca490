import { useQuery } from '@tanstack/react-query';
import type { Call } from '#shared/model/call.ts';
import { query } from '#web/app/api.ts';
import { type Supervision, supervisionOf } from './supervision.ts';

/** What a phone supervises now, of the calls that whoever asks for them keeps fresh. */
export function useSupervision(phone: string | null): Supervision<Call> | null {
  const { data } = useQuery(query.calls.active.queryOptions({ input: {} }));
  return phone ? supervisionOf(data?.calls ?? [], phone) : null;
}
