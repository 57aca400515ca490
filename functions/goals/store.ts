import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { crossingKinds, goalFields, goalLimits, tellingChannels } from '#shared/model/goal.ts';
import { deliveryStates } from '#shared/model/report-template.ts';

/** What an address of Slack is sealed for; it opens as nothing else. */
export const slackPurpose = 'goal-slack';

const Goals = entity('goal', {
  fields: z.object({
    ...goalFields.shape,
    recipients: z.array(z.string()),
    goalId: z.string(),
    ownerId: z.string(),
    /** The address of Slack, sealed. */
    sealedSlack: z.string().nullable(),
    snoozedUntil: z.string().nullable(),
    version: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  key: { partition: [], sort: ['goalId'] },
});
export type GoalRecord = Stored<typeof Goals>;

export const changedSince = changedSinceOpened('goal');

export const everyGoal = (): Promise<GoalRecord[]> => Goals.all('key');
export const findGoal = (goalId: string): Promise<GoalRecord | undefined> => Goals.find({ goalId });
export const goalInsertion = (goal: GoalRecord): object => Goals.insert(goal);
/** @throws `changedSince` in `commit` */
export const goalWrite = (before: GoalRecord, after: GoalRecord): object =>
  Goals.put(after, ifVersion(before.version, changedSince));
export const goalRemoval = ({ goalId, version }: GoalRecord): object =>
  Goals.remove({ goalId }, ifVersion(version, changedSince));

/** What was counted last: an item beside the goal, which the sweeper writes. */
const States = entity('goalState', {
  fields: z.object({
    goalId: z.string(),
    isCrossed: z.boolean(),
    isStopped: z.boolean(),
    /** Why nothing is judged, or nothing is counted. */
    note: z.string(),
    value: z.number().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    crossedAt: z.string().nullable(),
    /** Where its last crossing lies, while it is crossed. */
    crossing: z.string().nullable(),
    countedAt: z.string().nullable(),
    /** First day of the day, week or month that a goal is counted in. */
    periodFrom: z.string().nullable(),
    /** Of a rolling span: instants and figures, the oldest first. */
    points: z.array(z.tuple([z.string(), z.number().nullable()])),
    version: z.number(),
  }),
  key: { partition: [], sort: ['goalId'] },
  due: true,
});
export type StateRecord = Stored<typeof States>;

export const everyState = (): Promise<StateRecord[]> => States.all('key');
export const findState = (goalId: string): Promise<StateRecord | undefined> => States.find({ goalId });

/** Nothing was counted yet. */
export const newState = (goalId: string): StateRecord => ({
  goalId,
  isCrossed: false,
  isStopped: false,
  note: '',
  value: null,
  from: null,
  to: null,
  crossedAt: null,
  crossing: null,
  countedAt: null,
  periodFrom: null,
  points: [],
  version: 0,
});

/**
 * The write of a state; of two workers the slower is refused.
 * @param lookAt when it is counted again, ms since 1970
 */
export const stateWrite = (before: StateRecord, after: StateRecord, lookAt: number): object =>
  States.put(
    { ...after, version: before.version + 1, ...dueAt('goal', after.goalId, lookAt) },
    ifVersion(before.version),
  );
export const stateRemoval = (goalId: string): object => States.remove({ goalId });

const telling = z.object({
  channel: z.enum(tellingChannels),
  address: z.string(),
  state: z.enum(deliveryStates),
  reason: z.string(),
  /** When it was begun to be handed over, ms since 1970; 0 before. */
  claimedAt: z.number(),
});
export type Telling = z.output<typeof telling>;

/** One time that a figure crossed its number, and who was told of it. */
const Crossings = entity('goalCrossing', {
  fields: z.object({
    goalId: z.string(),
    /** Its instant and kind: 20261127T130500123-fired. */
    slot: z.string(),
    kind: z.enum(crossingKinds),
    /** The goal's words as they were then. */
    name: z.string(),
    words: z.string(),
    measure: goalFields.shape.measure,
    value: z.number().nullable(),
    target: z.number(),
    at: z.string(),
    from: z.string(),
    to: z.string(),
    recoveredAt: z.string().nullable(),
    recoveredValue: z.number().nullable(),
    tellings: z.array(telling),
    /** Tries in a row that failed. */
    attempts: z.number(),
    version: z.number(),
    /** Seconds since 1970. */
    expiresAt: z.number(),
  }),
  key: { partition: ['goalId'], sort: ['slot'] },
  due: true,
});
export type CrossingRecord = Stored<typeof Crossings>;

export const crossingIdOf = ({ goalId, slot }: Pick<CrossingRecord, 'goalId' | 'slot'>): string =>
  `${goalId}_${slot}`;
export function findCrossing(crossingId: string): Promise<CrossingRecord | undefined> {
  const at = crossingId.lastIndexOf('_');
  return Crossings.find({ goalId: crossingId.slice(0, at), slot: crossingId.slice(at + 1) });
}

/** The newest crossings of a goal, newest first. */
export async function newestCrossings(goalId: string): Promise<CrossingRecord[]> {
  const { data } = await Crossings.query('key', { goalId }).go({
    limit: goalLimits.crossings,
    order: 'desc',
    consistent: true,
  });
  return data;
}

export const crossingExpiry = (): number => clock.seconds() + goalLimits.crossingDays * 24 * 3600;

export const isUntold = ({ tellings }: Pick<CrossingRecord, 'tellings'>): boolean =>
  tellings.some(({ state }) => state === 'waiting' || state === 'sending');
const withPlace = (crossing: CrossingRecord, lookAt: number) => ({
  ...crossing,
  ...(isUntold(crossing) ? dueAt('goalCrossing', crossingIdOf(crossing), lookAt) : {}),
});

/** The write of a new crossing, whose telling begins at the sweeper's next minute. */
export const crossingInsertion = (crossing: CrossingRecord): object =>
  Crossings.insert(withPlace(crossing, clock.now()));
/** The write of a changed one; of two workers the slower is refused. */
export const crossingWrite = (before: CrossingRecord, after: CrossingRecord, lookAt = clock.now()): object =>
  Crossings.put(withPlace({ ...after, version: before.version + 1 }, lookAt), ifVersion(before.version));
