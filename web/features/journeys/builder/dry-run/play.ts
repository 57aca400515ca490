/*
 * The fast clock of a dry run. A plan has stages, each at its time; the clock stays at a stage for a moment and then
 * travels to the next, the longer the further away that is, but never for longer than a glance.
 */

export interface Timing {
  /** When each stage is, ms since 1970; ascending. */
  times: readonly number[];
  /** No travelling: for people who ask for less motion. */
  still: boolean;
}

export interface PlayState {
  stage: number;
  /** ms of real time since this stage began. */
  elapsed: number;
}

const hold = { moving: 1_200, still: 1_800 } as const;
const travel = { least: 350, most: 1_800, perDecade: 280 } as const;

export const holdMs = ({ still }: Timing): number => (still ? hold.still : hold.moving);

/** How long the clock travels from a stage to the next, ms of real time. */
export function travelMs({ times, still }: Timing, stage: number): number {
  const [from, to] = [times[stage], times[stage + 1]];
  if (still || from === undefined || to === undefined || to <= from) return 0;
  const minutes = (to - from) / 60_000;
  return Math.min(travel.most, travel.least + travel.perDecade * Math.log10(1 + minutes));
}

/** The state some real time later. It stays at the last stage. */
export function advanced(timing: Timing, { stage, elapsed }: PlayState, ms: number): PlayState {
  const last = timing.times.length - 1;
  let [at, since] = [stage, elapsed + ms];
  while (at < last) {
    const whole = holdMs(timing) + travelMs(timing, at);
    if (since < whole) return { stage: at, elapsed: since };
    since -= whole;
    at++;
  }
  return { stage: Math.max(0, last), elapsed: 0 };
}

/** The time that the clock shows. */
export function shownTime(timing: Timing, { stage, elapsed }: PlayState): number {
  const { times } = timing;
  const from = times[stage] ?? 0;
  const to = times[stage + 1];
  const length = travelMs(timing, stage);
  if (to === undefined || length === 0) return from;
  const share = Math.min(1, Math.max(0, (elapsed - holdMs(timing)) / length));
  // It starts and stops gently.
  const eased = share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
  return from + (to - from) * eased;
}

/** 'two days later', for what lies between two stages. */
export function laterText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'at once';
  if (minutes < 60) return `${minutes} min later`;
  const hours = Math.round((minutes / 60) * 10) / 10;
  if (hours < 24) return `${hours} ${hours === 1 ? 'hour' : 'hours'} later`;
  const days = Math.round((hours / 24) * 10) / 10;
  return `${days} ${days === 1 ? 'day' : 'days'} later`;
}
