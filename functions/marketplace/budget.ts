import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { retryOnConflict, wasOvertaken } from '#functions/kernel/retry.ts';
import { accepted, ConditionFailed, commit, writeOne } from '#functions/kernel/table.ts';
import { conflicted } from './conflicted.ts';

/*
 * What a standing order has spent and set aside of its day's budget: one counter, changed in one write under the condition
 * that it stays within the budget, so that no number of pings and purchases at one instant exceeds it.
 *
 *   hold      within the budget and the cap, else refused     a bid, or a purchase of a listing
 *   release   what was held is free again                     the bid ran out, the purchase came to nothing
 *   spend     what was held is spent, and counted in all      the lead was sold
 *   unspend   what was spent is free again, and counts no more   its money came back (budget-freed.ts)
 *
 * A bid stands in the set of those that are open, and leaves it once: it is released or spent once, however often that is
 * asked for. A purchase of a listing has an item of its own that decides, written in the same transaction.
 * What was held on an earlier day than the counter's is of a budget that is over.
 */
const Budgets = entity('marketBudget', {
  fields: z.object({
    standingOrderId: z.string(),
    /** The day of the buyer's time zone that the next four are of. */
    day: z.string(),
    /** US cents held and spent, and leads of them; each is never more than the day's limit. */
    takenCents: z.number().default(0),
    takenLeads: z.number().default(0),
    spentCents: z.number().default(0),
    spentLeads: z.number().default(0),
    allCents: z.number().default(0),
    allLeads: z.number().default(0),
    /** Bids that hold a part of it. */
    open: z.array(z.string()).optional(),
  }),
  key: { partition: [], sort: ['standingOrderId'], casing: 'none' },
  sets: ['open'],
});
export type Budget = Stored<typeof Budgets>;

export interface Limits {
  dailyBudgetCents: number;
  dailyLeadCap: number;
}

/** A part of the budget: of a bid by its id, or of a purchase whose own item decides. */
export interface Held {
  standingOrderId: string;
  day: string;
  cents: number;
  leads: number;
  bidId?: string | undefined;
}

export const findBudget = (standingOrderId: string): Promise<Budget | undefined> =>
  Budgets.find({ standingOrderId });
export const allBudgets = (): Promise<Budget[]> => Budgets.all('key');
export const deleteBudget = (standingOrderId: string): object => Budgets.remove({ standingOrderId });

/** The day that counts: a time zone that was moved west does not begin a day twice. */
export const budgetDay = (budget: Pick<Budget, 'day'> | undefined, today: string): string =>
  budget && budget.day > today ? budget.day : today;

/** What is left of a day. */
export function leftOf(
  budget: Budget | undefined,
  { dailyBudgetCents, dailyLeadCap }: Limits,
  today: string,
): { cents: number; leads: number } {
  const isOfDay = budget?.day === budgetDay(budget, today);
  return {
    cents: Math.max(0, dailyBudgetCents - (isOfDay ? budget!.takenCents : 0)),
    leads: Math.max(0, dailyLeadCap - (isOfDay ? budget!.takenLeads : 0)),
  };
}

type Part = Pick<Held, 'cents' | 'leads'>;
const holds = (left: Part, { cents, leads }: Part): boolean => left.cents >= cents && left.leads >= leads;

const bids = (bidId: string | undefined) => (bidId ? { open: [bidId] } : {});

/** The write that sets a part aside; refused beyond the limits, and where the counter has gone on to another day. */
export function holdWrite(
  budget: Budget | undefined,
  { standingOrderId, day, cents, leads, bidId }: Held,
  { dailyBudgetCents, dailyLeadCap }: Limits,
): object {
  // A write whose answer was lost is sent again by the client: it holds once.
  const notOpen = (at: { open: unknown }, contains: (name: unknown, value: unknown) => string) =>
    bidId ? [`NOT ${contains(at.open, bidId)}`] : [];
  if (budget?.day === day)
    return Budgets.patch({ standingOrderId })
      .add({ takenCents: cents, takenLeads: leads, ...bids(bidId) })
      .params({
        where: (at, { eq, lte, contains }) =>
          [
            eq(at.day, day),
            lte(at.takenCents, dailyBudgetCents - cents),
            lte(at.takenLeads, dailyLeadCap - leads),
            ...notOpen(at, contains),
          ].join(' AND '),
      });
  return Budgets.upsert({ standingOrderId })
    .set({ day, takenCents: cents, takenLeads: leads, spentCents: 0, spentLeads: 0 })
    .add({ allCents: 0, allLeads: 0, ...bids(bidId) })
    .params({
      where: (at, { lt, notExists, contains }) =>
        [`(${notExists(at.day)} OR ${lt(at.day, day)})`, ...notOpen(at, contains)].join(' AND '),
    });
}

type Outcome = 'release' | 'spend' | 'unspend';

/** What each outcome adds to the four of the day, and to the two in all, of `cents` and `leads`. */
const signs = {
  release: { taken: -1, spent: 0, all: 0 },
  spend: { taken: 0, spent: 1, all: 1 },
  unspend: { taken: -1, spent: -1, all: -1 },
} as const satisfies Record<Outcome, object>;

/** The write of what became of a part, as the counter stood when it was read. */
function endWrite(budget: Budget, { standingOrderId, day, cents, leads, bidId }: Held, how: Outcome): object {
  const { taken, spent, all } = signs[how];
  const today = {
    takenCents: taken * cents,
    takenLeads: taken * leads,
    spentCents: spent * cents,
    spentLeads: spent * leads,
  };
  const inAll = { allCents: all * cents, allLeads: all * leads };
  const change = Budgets.patch({ standingOrderId }).add({ ...(budget.day === day ? today : {}), ...inAll });
  return (bidId ? change.delete({ open: [bidId] }) : change).params({
    where: (at, { eq, contains }) =>
      [eq(at.day, budget.day), ...(bidId ? [contains(at.open, bidId)] : [])].join(' AND '),
  });
}

/** Another writer of one counter at one instant makes it wait; many wait for a while. */
const patience = {
  tries: 12,
  pauseMs: 10,
  maxPauseMs: 150,
  isOvertaken: (error: unknown) => wasOvertaken(error) || conflicted(error),
} as const;

/** Sets a part of today's budget aside for a bid. Answers its day; undefined where the budget does not hold it. */
export const holdForBid = (
  wanted: Omit<Held, 'day'> & { bidId: string },
  limits: Limits,
  today: string,
): Promise<string | undefined> =>
  retryOnConflict(
    async () => {
      const budget = await findBudget(wanted.standingOrderId);
      if (budget?.open?.includes(wanted.bidId)) return budget.day;
      if (!holds(leftOf(budget, limits, today), wanted)) return undefined;
      const day = budgetDay(budget, today);
      await writeOne(holdWrite(budget, { ...wanted, day }, limits));
      return day;
    },
    { ...patience, onGivingUp: () => undefined },
  );

/** Ends what a bid holds, once; nothing where it has ended already. */
const endBid = (held: Held & { bidId: string }, how: Outcome): Promise<void> =>
  retryOnConflict(async () => {
    const budget = await findBudget(held.standingOrderId);
    if (!budget?.open?.includes(held.bidId)) return;
    await writeOne(endWrite(budget, held, how));
  }, patience);

export const releaseBid = (held: Held & { bidId: string }): Promise<void> => endBid(held, 'release');
export const spendBid = (held: Held & { bidId: string }): Promise<void> => endBid(held, 'spend');

/**
 * Holds or ends a part together with the item that decides about it, once.
 * @param decision the write that is refused where it is decided already
 * @returns whether this call decided it; false as well where the budget does not hold the part
 */
export const withDecision = (
  held: Held,
  decision: object,
  part: { hold: Limits } | { end: Outcome },
): Promise<boolean> =>
  retryOnConflict(async () => {
    const budget = await findBudget(held.standingOrderId);
    if ('hold' in part && !holds(leftOf(budget, part.hold, held.day), held)) return false;
    if ('end' in part && !budget) return accepted(writeOne(decision));
    const write = 'hold' in part ? holdWrite(budget, held, part.hold) : endWrite(budget!, held, part.end);
    try {
      await commit(decision, write);
      return true;
    } catch (error) {
      // Refused by the decision itself: somebody else has made it. By the counter: it is read again.
      if (error instanceof ConditionFailed && error.failed.includes(0)) return false;
      throw error;
    }
  }, patience);
