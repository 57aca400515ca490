import type { api } from '#web/app/api.ts';

type Calls = typeof api.journeys;
type Answer<K extends keyof Calls> = Awaited<ReturnType<Calls[K]>>;

export type JourneySummary = Answer<'list'>['journeys'][number];
export type JourneyDetail = Answer<'get'>;
export type JourneyStatistics = Answer<'statistics'>;
export type JourneyPlan = Answer<'dryRun'>;
export type PlannedStep = JourneyPlan['steps'][number];
export type JourneyJob = Answer<'job'>;
export type MatchingStats = Answer<'matchingStats'>;
export type JourneyUpdate = Parameters<Calls['update']>[0];
