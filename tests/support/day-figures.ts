import type { DiallingMode } from '#shared/model/calling-list.ts';

export interface DayAsked {
  agents: number;
  leads: number;
  /** Workers that are killed in the middle of what they do, or whose message is lost. */
  kills: number;
  /** When the agents say that they are ready; ISO 8601. */
  from: string;
  until: string;
  maxAttempts: number;
  retryMinutes: number;
  mode: DiallingMode;
  linesPerAgent: number;
}

/** What a day came to. */
export interface DayFigures {
  totals: { calls: number; answered: number; busy: number; noAnswer: number; leadsDone: number };
  /** Calls that began at an hour at which the person's own clock does not allow them. */
  outsideTheLaw: number;
  /** Calls to a number, or by a phone, that was in a call already. */
  doubles: number;
  /** Calls that a person answered while no agent was on the line two seconds later; not among the totals. */
  abandoned: number;
  /** What the list's own gauge says of these, in percent. */
  gauge: number;
  /** Seconds of an hour that an agent waits for somebody to talk with: the mean, and the worst of them. */
  idle: { mean: number; worst: number };
  kills: number;
}
