import type { Figures } from '#shared/api/dashboard.ts';
import { money } from '#web/features/leads/shared/format.ts';
import { Figure } from '../Figure.tsx';
import { useFloor } from './useFloor.ts';

/** How a figure stands beside yesterday's at the same hour. */
function besideYesterday(
  now: number,
  then: number,
  show = (value: number) => value.toLocaleString(),
): string {
  if (then === 0) return now === 0 ? 'as yesterday by now' : 'none yesterday by now';
  const more = now - then;
  if (more === 0) return 'as many as yesterday by now';
  return `${show(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than yesterday by now`;
}

interface TodayProps {
  label: string;
  name: keyof Figures;
  show?: (value: number) => string;
  to: string;
  action: string;
}

function Today({ label, name, show = (value) => value.toLocaleString(), to, action }: TodayProps) {
  const { data, error } = useFloor();
  return (
    <Figure
      label={label}
      value={data && show(data.today[name])}
      error={error}
      note={data && besideYesterday(data.today[name], data.yesterdayUntilNow[name], show)}
      to={to}
      action={action}
    />
  );
}

export const CallsToday = () => (
  <Today label="Calls today" name="calls" to="/calls" action="See the call log" />
);
export const LeadsToday = () => (
  <Today label="New leads today" name="leadsCreated" to="/leads" action="See leads" />
);
export const WonToday = () => (
  <Today label="Won today" name="dealAmount" show={money} to="/leads" action="See deals" />
);

/** What goes on at this moment. */
export function CallsNow() {
  const { data, error } = useFloor();
  return (
    <Figure
      label="On the phone now"
      value={data?.activeCalls}
      error={error}
      note="queued, ringing or talking"
      to="/calls"
      action="Watch live"
    />
  );
}
