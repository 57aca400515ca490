import { useEffect, useState } from 'react';
import { relativeTo } from './relative-time.ts';

/** 'just now', '5 min. ago', 'yesterday'; the full time in the viewer's zone as a tooltip. Keeps itself current. */
export function RelativeTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {relativeTo(Date.parse(at), now)}
    </time>
  );
}
