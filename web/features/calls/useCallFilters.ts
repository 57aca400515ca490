import { useSearchParams } from 'react-router';
import { type CallDirection, type CallStatus, callDirections, callStatuses } from '#shared/model/call.ts';

export interface CallFilters {
  status: CallStatus | undefined;
  direction: CallDirection | undefined;
  agentId: string | undefined;
  /** Days in the viewer's own calendar, YYYY-MM-DD; both included. */
  from: string | undefined;
  to: string | undefined;
  /** Digits that are searched by; the other filters rest meanwhile. */
  phone: string;
  /** The call whose panel is open: an id, 'new', or null. */
  call: string | null;
}

const day = /^\d{4}-\d\d-\d\d$/;

/** The list's state lives in the address: `?status=busy&from=2026-06-10&call=cal_…`. */
export function readFilters(params: URLSearchParams): CallFilters {
  const text = (name: string) => params.get(name) ?? undefined;
  const date = (name: string) => (day.test(params.get(name) ?? '') ? params.get(name)! : undefined);
  return {
    status: callStatuses.find((status) => status === text('status')),
    direction: callDirections.find((direction) => direction === text('direction')),
    agentId: text('agent'),
    from: date('from'),
    to: date('to'),
    phone: (params.get('phone') ?? '').slice(0, 40),
    call: params.get('call'),
  };
}

const names: Partial<Record<keyof CallFilters, string>> = { agentId: 'agent' };

/** The address after a change; what is empty is left out. */
export function withFilters(params: URLSearchParams, change: Partial<CallFilters>): URLSearchParams {
  const result = new URLSearchParams(params);
  for (const [key, value] of Object.entries(change)) {
    const name = names[key as keyof CallFilters] ?? key;
    if (value) result.set(name, value);
    else result.delete(name);
  }
  return result;
}

/** What the list is asked for. A day begins and ends by the viewer's own clock. */
export function askedFor({ status, direction, agentId, from, to }: CallFilters) {
  const start = (date: string, plus = 0) => {
    const at = new Date(`${date}T00:00`);
    at.setDate(at.getDate() + plus);
    return at.toISOString();
  };
  return {
    ...(status && { status }),
    ...(direction && { direction }),
    ...(agentId && { agentId }),
    ...(from && { from: start(from) }),
    ...(to && { to: start(to, 1) }),
  };
}

export const isFiltered = ({ call: _call, ...filters }: CallFilters) => Object.values(filters).some(Boolean);

export function useCallFilters(): [CallFilters, (change: Partial<CallFilters>) => void] {
  const [params, setParams] = useSearchParams();
  return [
    readFilters(params),
    (change) =>
      setParams((current) => withFilters(current, change), { replace: !('call' in change && change.call) }),
  ];
}
