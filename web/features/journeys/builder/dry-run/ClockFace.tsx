import { localTime } from '#shared/model/zone-time.ts';
import styles from './dry-run.module.css';

interface ClockFaceProps {
  /** ms since 1970. */
  time: number;
  zone: string;
  size?: number;
}

/** A clock with hands: dark at night. Decoration: the time stands beside it. */
export function ClockFace({ time, zone, size = 46 }: ClockFaceProps) {
  const { minute: minuteOfDay } = localTime(zone, time);
  const hour = Math.floor(minuteOfDay / 60);
  const minute = minuteOfDay % 60;
  const night = hour < 7 || hour >= 20;
  return (
    <svg
      className={styles.clock}
      data-night={night || undefined}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="24" cy="24" r="22" className={styles.clockFace} />
      <g stroke="currentColor" strokeLinecap="round">
        {Array.from({ length: 12 }, (_, at) => (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: the hours never change places
            key={at}
            x1="24"
            y1="5"
            x2="24"
            y2={at % 3 === 0 ? 9 : 7}
            transform={`rotate(${at * 30} 24 24)`}
            opacity={0.5}
          />
        ))}
        <line
          x1="24"
          y1="24"
          x2="24"
          y2="13"
          transform={`rotate(${((hour % 12) + minute / 60) * 30} 24 24)`}
          strokeWidth={3}
        />
        <line x1="24" y1="24" x2="24" y2="8" transform={`rotate(${minute * 6} 24 24)`} strokeWidth={2} />
      </g>
      <circle cx="24" cy="24" r="2" fill="currentColor" />
    </svg>
  );
}

/** 'Mon 23 Nov 2026' and '9:00 AM' by the clock of a zone. */
export function clockWords(time: number, zone: string): { day: string; hour: string } {
  return {
    day: new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
    }).format(time),
    hour: new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(
      time,
    ),
  };
}
