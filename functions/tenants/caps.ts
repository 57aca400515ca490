import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import { type CapName, type Caps, capUnits, trialCaps } from '#shared/model/trial-caps.ts';
import { find, type StoredTenant } from './store.ts';

/** How much of a cap is used: by day, or in all. */
const CapUses = entity('capUse', {
  fields: z.object({
    what: z.string(),
    /** YYYY-MM-DD in UTC, or 'all'. */
    period: z.string(),
    used: z.number().optional(),
  }),
  key: { partition: ['what'], sort: ['period'] },
});

/** The caps that a plan has by itself. */
export const capsOfPlan = (plan: StoredTenant['plan']): Caps => (plan === 'trial' ? trialCaps : {});

/** What the operator has set for a tenant in place of its plan's caps. */
export const capsSetFor = ({ caps }: Pick<StoredTenant, 'caps'>): Caps => caps ?? {};

const capsOf = (tenant: Pick<StoredTenant, 'plan' | 'caps'>): Caps => ({
  ...capsOfPlan(tenant.plan),
  ...capsSetFor(tenant),
});

/** The caps of the actor's tenant; one consistent read. */
export async function ownCaps(): Promise<Caps> {
  const tenant = await find();
  return tenant ? capsOf(tenant) : {};
}

const today = () => clock.iso().slice(0, 10);

/** When the next day of UTC begins: from then on a day's cap is open again. */
export const nextDayOfCaps = (): string => new Date(Date.parse(today()) + 86_400_000).toISOString();

/** The sentence that says a cap. */
export const capSentence = (name: CapName, cap: number): string =>
  `This workspace may have ${cap.toLocaleString('en-US')} ${capUnits[name]} at most${
    name === 'users' || name === 'messagesInAll' ? '. A plan lifts this.' : ' until it gets a plan.'
  }`;

/** Thrown where a cap is used up. What may wait is tried again at `retryAt`. */
export class CapReached extends Error {
  readonly retryAt: string;
  constructor(name: CapName, cap: number) {
    super(capSentence(name, cap));
    this.name = 'CapReached';
    this.retryAt = nextDayOfCaps();
  }
}

const taking = (name: CapName, period: string, cap: number | undefined): object[] =>
  cap === undefined
    ? []
    : [
        CapUses.upsert({ what: name, period })
          .add({ used: 1 })
          .params({
            where: ({ used }, { lt, notExists }) =>
              cap > 0 ? `${notExists(used)} OR ${lt(used, cap)}` : lt(used, 0),
            error: new CapReached(name, cap),
          }),
      ];

/** The writes that count a message against the day and the whole; `commit` throws CapReached where none is left. */
export const takingMessage = ({ messagesPerDay, messagesInAll }: Caps): object[] => [
  ...taking('messagesPerDay', today(), messagesPerDay),
  ...taking('messagesInAll', 'all', messagesInAll),
];

/** Counts one now, on its own. @returns false where none is left today */
export async function takeOfDay(name: 'callsPerDay' | 'webhookPostsPerDay', caps: Caps): Promise<boolean> {
  const writes = taking(name, today(), caps[name]);
  if (writes.length === 0) return true;
  try {
    return await accepted(commit(writes));
  } catch (error) {
    if (error instanceof CapReached) return false;
    throw error;
  }
}

/** Gives one back that was counted and came to nothing. */
export async function giveBackOfDay(name: 'callsPerDay', caps: Caps): Promise<void> {
  if (caps[name] === undefined) return;
  await writeOne(CapUses.upsert({ what: name, period: today() }).add({ used: -1 }).params());
}
