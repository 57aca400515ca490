import { useQuery } from '@tanstack/react-query';
import { zoneName } from '#shared/model/zone-time.ts';
import { query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import type { DashboardCard } from '#web/features/dashboard/card.ts';
import { Figure } from '#web/features/dashboard/Figure.tsx';
import { daysLeft } from '#web/features/dashboard/greeting.ts';

/** The days of a trial that are left; nothing for tenants that are no trial. */
function Plan() {
  const { tenantId } = useSignedIn();
  const { data, error } = useQuery(query.tenants.get.queryOptions({ input: { id: tenantId } }));
  const ends = data?.trialEndsAt;
  if (data && (data.plan !== 'trial' || !ends)) {
    return (
      <Figure
        label="Workspace"
        value={data.plan === 'demo' ? 'Demo' : 'Active'}
        note={`Times in ${zoneName(data.timeZone)}`}
        to="/settings/workspace"
        action="Workspace settings"
      />
    );
  }
  return (
    <Figure
      label="Days left in the trial"
      value={ends && daysLeft(ends, Date.now())}
      error={error}
      note={ends && `until ${new Date(ends).toLocaleDateString(undefined, { dateStyle: 'long' })}`}
      to="/settings/workspace"
      action="Workspace settings"
    />
  );
}

export const cards: DashboardCard[] = [
  { id: 'plan', order: 50, size: 'small', access: 'tenant.edit', Card: Plan },
];
