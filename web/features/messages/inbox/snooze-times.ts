export interface SnoozeTime {
  label: string;
  at: Date;
}

const morning = 9;
/** "Later today" is that many hours from now, on the hour, while that is before the evening. */
const laterHours = 3;
const evening = 21;

function morningIn(days: number, now: Date): Date {
  const at = new Date(now);
  at.setDate(at.getDate() + days);
  at.setHours(morning, 0, 0, 0);
  return at;
}

/** Times that a thread is often put off until, by the viewer's own clock; each once. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const later = new Date(now);
  later.setHours(now.getHours() + laterHours, 0, 0, 0);
  const isToday = now.getHours() + laterHours < evening;
  const toMonday = (8 - now.getDay()) % 7 || 7;
  const times = [
    ...(isToday ? [{ label: 'Later today', at: later }] : []),
    { label: 'Tomorrow', at: morningIn(1, now) },
    { label: 'Next Monday', at: morningIn(toMonday, now) },
    { label: 'In a week', at: morningIn(7, now) },
  ];
  return times.filter(({ at }, index) => times.findIndex((one) => +one.at === +at) === index);
}
