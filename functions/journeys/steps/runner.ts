import type { LeadRecord } from '#functions/leads/api.ts';
import type { StepConfig, StepOf, StepType } from '#shared/model/journey/steps/index.ts';
import type { Ended } from '../engine/transition.ts';
import type { Awaited, EnrolmentRecord } from '../store/enrolments.ts';
import type { VersionRecord } from '../store/journeys.ts';

/** What a step that runs may know. */
export interface Running<T extends StepType> {
  enrolment: EnrolmentRecord;
  version: VersionRecord;
  journeyName: string;
  lead: LeadRecord;
  step: StepOf<T>;
  config: StepConfig<T>;
  /** The same whoever runs the step, and however often: effects are made under it, so that they happen once. */
  key: string;
}

export type StepResult =
  /** It is over; the journey goes on. */
  | ({ kind: 'done' } & Ended)
  /** Not now, and nobody's fault: the law's hours, a cap, a rate. */
  | { kind: 'later'; at: string; note: string; again?: number }
  /** It waits for something to happen, until `until` at most. */
  | { kind: 'wait'; until: string; note: string; waiting: Awaited }
  /** Another system is in trouble: it is tried again, ever more slowly, and then parked. */
  | { kind: 'retry'; note: string }
  /** The lead leaves the journey. */
  | { kind: 'exit'; why: string; text: string };

/** How one kind of step is run. */
export interface Runner<T extends StepType> {
  run(running: Running<T>): Promise<StepResult>;
  /** What becomes of it when what it waited for has not happened by its time. */
  timedOut?(running: Running<T>): Promise<StepResult>;
}

export const done = (output: string, text: string, happened?: string): StepResult => ({
  kind: 'done',
  outcome: 'done',
  output,
  text,
  ...(happened ? { happened } : {}),
});

export const failed = (output: string, text: string): StepResult => ({
  kind: 'done',
  outcome: 'failed',
  output,
  text,
});
