import { useSearchParams } from 'react-router';
import { type AuditAction, auditActionNames } from '#shared/model/audit.ts';

export interface AuditFilters {
  action: AuditAction | undefined;
  /** A user's id. */
  user: string | undefined;
  /** Days in the viewer's own calendar, YYYY-MM-DD; both included. */
  from: string | undefined;
  to: string | undefined;
}

const day = /^\d{4}-\d\d-\d\d$/;

/** The list's state lives in the address: `?action=user.signedIn&from=2026-06-10`. */
export function readFilters(params: URLSearchParams): AuditFilters {
  const date = (name: string) => (day.test(params.get(name) ?? '') ? params.get(name)! : undefined);
  return {
    action: auditActionNames.find((action) => action === params.get('action')),
    user: params.get('user') ?? undefined,
    from: date('from'),
    to: date('to'),
  };
}

/** The address after a change; what is empty is left out. */
export function withFilters(params: URLSearchParams, change: Partial<AuditFilters>): URLSearchParams {
  const result = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change))
    if (value) result.set(name, value);
    else result.delete(name);
  return result;
}

/** What the log is asked for. A day begins and ends by the viewer's own clock. */
export function askedFor({ action, user, from, to }: AuditFilters) {
  const start = (date: string, plus = 0) => {
    const at = new Date(`${date}T00:00`);
    at.setDate(at.getDate() + plus);
    return at.toISOString();
  };
  return {
    ...(action && { action }),
    ...(user && { user }),
    ...(from && { from: start(from) }),
    ...(to && { to: start(to, 1) }),
  };
}

export function useAuditFilters(): [AuditFilters, (change: Partial<AuditFilters>) => void] {
  const [params, setParams] = useSearchParams();
  return [
    readFilters(params),
    (change) => setParams((current) => withFilters(current, change), { replace: true }),
  ];
}
