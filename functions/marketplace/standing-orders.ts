import { author, tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import {
  bidLimits,
  type StandingOrder,
  type StandingOrderFields,
  type StandingOrderStatus,
} from '#shared/model/market-bids.ts';
import { allBudgets, type Budget, budgetDay, deleteBudget, findBudget } from './budget.ts';
import { onPlatform } from './order-store.ts';
import { localDay } from './reserve.ts';
import { categoriesOnOffer } from './search.ts';
import {
  allStandingOrders,
  deleteStandingOrder,
  findStandingOrder,
  followingWant,
  insertStandingOrder,
  replaceStandingOrder,
  type StoredStandingOrder,
  standingOrderChanged,
} from './standing-store.ts';

function viewOf(order: StoredStandingOrder, budget: Budget | undefined, today: string): StandingOrder {
  const { standingOrderId: id, userId: _, username: _name, ...fields } = order;
  const isToday = budget !== undefined && budget.day === budgetDay(budget, today);
  return {
    ...fields,
    id,
    spentTodayCents: isToday ? budget.spentCents : 0,
    reservedTodayCents: isToday ? budget.takenCents - budget.spentCents : 0,
    leadsToday: isToday ? budget.spentLeads : 0,
    leadsInAll: budget?.allLeads ?? 0,
    spentInAllCents: budget?.allCents ?? 0,
  };
}

/** The workspace's, oldest first, with what they have spent today. */
export async function listStandingOrders(most?: number) {
  const [orders, budgets, today, onOffer] = await Promise.all([
    allStandingOrders(),
    allBudgets(),
    localDay(),
    categoriesOnOffer(most),
  ]);
  const byId = new Map(budgets.map((budget) => [budget.standingOrderId, budget]));
  return {
    standingOrders: orders.map((order) => viewOf(order, byId.get(order.standingOrderId), today)),
    ...onOffer,
  };
}

/** Has pings find a standing order of the actor's tenant as it is now. It bears being done twice and at once. */
export async function publishStandingOrder(order: StoredStandingOrder): Promise<void> {
  const { standingOrderId, categories, states, requirements, exclusivity, bidCents, version } = order;
  const want = {
    standingOrderId,
    categories,
    states,
    requirements,
    exclusivity,
    bidCents,
    version,
    buyerTenantId: tenantOf(),
    shown: order.status === 'active' ? 'shown' : '',
  };
  await onPlatform(() => accepted(writeOne(followingWant(want))));
}

const changeEntry = ({ standingOrderId, name, dailyBudgetCents }: StoredStandingOrder, change: string) =>
  auditEntry(
    'market.standingOrder',
    { kind: 'standingOrder', id: standingOrderId, name },
    { change, centsADay: dailyBudgetCents },
  );

const savedBy = () => {
  const { userId, username } = author();
  return { userId, username };
};

const tooSmall = 'The budget of a day is less than one bid: nothing would ever be bought.';

/** @throws 400 where a bid is beyond the budget of a day, so that nothing would ever be bought */
function assertAffordable({ bidCents, dailyBudgetCents }: StandingOrderFields): void {
  if (bidCents > dailyBudgetCents)
    throw badRequest(tooSmall, { issues: [{ path: 'dailyBudgetCents', message: tooSmall }] });
}

/** The first of those that differ in no more than the letters' case. */
const unique = (texts: readonly string[]): string[] => {
  const low = texts.map((text) => text.toLowerCase());
  return texts.filter((_, at) => low.indexOf(low[at]!) === at);
};

const tidy = <T extends Partial<StandingOrderFields>>(fields: T): T => ({
  ...fields,
  ...(fields.categories && { categories: unique(fields.categories) }),
  ...(fields.states && { states: unique(fields.states) }),
  ...(fields.requirements && { requirements: unique(fields.requirements) }),
});

/** @throws 400; 409 'too_many_standing_orders' */
export async function createStandingOrder({
  status,
  ...fields
}: StandingOrderFields & { status: StandingOrderStatus }): Promise<StandingOrder> {
  assertAffordable(fields);
  if ((await allStandingOrders()).length >= bidLimits.standingOrders)
    throw conflict(
      `A workspace has at most ${bidLimits.standingOrders} standing orders.`,
      undefined,
      'too_many_standing_orders',
    );
  const now = clock.iso();
  const order: StoredStandingOrder = {
    ...tidy(fields),
    ...savedBy(),
    standingOrderId: newId('mso'),
    status,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  await commit(insertStandingOrder(order), changeEntry(order, 'Made'));
  await publishStandingOrder(order);
  return viewOf(order, undefined, await localDay());
}

async function ownStandingOrder(id: string): Promise<StoredStandingOrder> {
  const order = await findStandingOrder(id);
  if (!order) throw notFound('The standing order');
  return order;
}

type Changes = { [K in keyof StandingOrderFields]?: StandingOrderFields[K] | undefined } & {
  status?: StandingOrderStatus | undefined;
};

function changeOf(before: StoredStandingOrder, after: StoredStandingOrder): string {
  if (before.status === after.status) return 'Changed';
  return after.status === 'active' ? 'Resumed' : 'Paused';
}

/** @throws 400, 404, 409 */
export async function changeStandingOrder(
  id: string,
  changes: Changes,
  version: number | undefined,
): Promise<StandingOrder> {
  const { after } = await changeVersioned({
    read: () => ownStandingOrder(id),
    change: (before) => {
      const given = tidy(givenOf(changes));
      assertAffordable({ ...before, ...given });
      return { ...given, ...savedBy() };
    },
    write: (was, is) => commit(replaceStandingOrder(was, is), changeEntry(is, changeOf(was, is))),
    changedSince: standingOrderChanged,
    version,
  });
  await publishStandingOrder(after);
  return viewOf(after, await findBudget(id), await localDay());
}

/** Takes one away. Bids that it made stand for their minutes; what it bought stays. @throws 404, 409 */
export async function removeStandingOrder(id: string): Promise<void> {
  const order = await ownStandingOrder(id);
  // Pings find it no more before it goes: nobody would hide what is not there.
  const paused = { ...order, status: 'paused' as const, updatedAt: clock.iso() };
  if (order.status !== 'paused') await commit(replaceStandingOrder(order, paused));
  const left = await ownStandingOrder(id);
  await publishStandingOrder(left);
  await commit(deleteStandingOrder(left), deleteBudget(id), changeEntry(left, 'Removed'));
}
