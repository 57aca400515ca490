import { z } from 'zod';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, notDue } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { fromCursor } from '#functions/kernel/paging.ts';
import { certificateCounts, certificatePromises, noCertificates } from '#shared/model/certificate.ts';
import { type OrderStatus, order, type SoldLead } from '#shared/model/market.ts';
import type { LeadReturn } from '#shared/model/market-returns.ts';

/** What both sides keep of an order; the seller's record decides, the buyer's follows it. */
const common = order
  .pick({
    listingId: true,
    listingTitle: true,
    providerId: true,
    providerName: true,
    buyerName: true,
    quantity: true,
    priceCents: true,
    exclusivity: true,
    sampleFields: true,
    status: true,
    delivered: true,
    known: true,
    handedOver: true,
    reason: true,
    createdAt: true,
    completedAt: true,
    version: true,
  })
  .extend({
    orderId: z.string(),
    /** When its money became the seller's to be paid out. */
    releasedAt: z.string().nullable(),
    /** Why nothing was sold, as a program knows it; empty otherwise. */
    refusal: z.string(),
    /** The ping whose lead it is, which lies in no listing; empty where it is of a listing. */
    pingId: z.string().default(''),
    /** Answers that the buyer has a person already, with which nothing was handed over. */
    refusedAsKnown: z.number().default(0),
    /** Leads that went back one by one, and returns that are not decided yet. */
    returned: z.number().default(0),
    returnsOpen: z.number().default(0),
    /** What of certificates was promised, and what they came to; orders of before there were any have none. */
    certificate: z.enum(certificatePromises).default('none'),
    certificates: certificateCounts.default(noCertificates),
  });

/** An order as its seller's tenant keeps it. */
const SoldOrders = entity('marketSoldOrder', {
  fields: common.extend({
    buyerTenantId: z.number(),
    commissionPercent: z.number(),
    /** The day of the seller's time zone whose limit it counts towards. */
    day: z.string(),
    /** 'open' while leads are to be handed over; empty otherwise. */
    open: z.string(),
  }),
  key: { partition: ['orderId'], sort: [] },
  indexes: {
    byTime: { index: 'gsi1', partition: [], sort: ['createdAt', 'orderId'] },
    open: { index: 'gsi2', partition: [], sort: ['open', 'createdAt', 'orderId'], onlyWith: 'open' },
  },
  due: true,
});
export type SoldOrder = Stored<typeof SoldOrders>;

const openStatuses: readonly OrderStatus[] = ['pending', 'fulfilling'];
export const isOpen = ({ status }: Pick<SoldOrder, 'status'>): boolean => openStatuses.includes(status);

type NewSoldOrder = Omit<SoldOrder, 'open'>;
const soldItem = (sale: NewSoldOrder) => ({
  ...sale,
  open: isOpen(sale) ? 'open' : '',
  // Whoever changes it settles it at once; the sweeper does where they did not come so far.
  ...dueAt('marketOrder', sale.orderId),
});

export const findSoldOrder = (orderId: string): Promise<SoldOrder | undefined> =>
  SoldOrders.find({ orderId });
/** The write of how a purchase was decided; refused where it is decided already. */
export const insertSoldOrder = (sale: NewSoldOrder): object => SoldOrders.insert(soldItem(sale));
export const replaceSoldOrder = (before: SoldOrder, after: NewSoldOrder): object =>
  SoldOrders.put(soldItem({ ...after, version: before.version + 1 }), ifVersion(before.version));
/** Says when a settled order is looked at next; refused where it has changed since. */
export const settledWrite = ({ orderId, version }: SoldOrder, next: number | undefined): object => {
  const change = SoldOrders.patch({ orderId });
  return (
    next === undefined ? change.remove(notDue) : change.set(dueAt('marketOrder', orderId, next))
  ).params(ifVersion(version));
};
/** Has an order settled by the next minute's sweep; refused where it has changed. Whoever settles it now does so in vain. */
export const unsettledWrite = ({ orderId, version }: SoldOrder): object =>
  SoldOrders.patch({ orderId })
    .set({ version: version + 1, ...dueAt('marketOrder', orderId, clock.now()) })
    .params(ifVersion(version));
export const querySoldOrders = () => SoldOrders.query('byTime');
export const openSoldOrders = (): Promise<SoldOrder[]> => SoldOrders.all('open');

/** An order as its buyer's tenant keeps it. */
const Purchases = entity('marketPurchase', {
  fields: common.extend({
    sellerTenantId: z.number(),
    userId: z.string(),
    /** The press of the button that it came by; empty where it was bought by itself. */
    requestId: z.string().default(''),
    /** The standing order that bought it, and the day whose budget it counts towards. */
    standing: z.object({ standingOrderId: z.string(), day: z.string() }).nullable().default(null),
  }),
  key: { partition: ['orderId'], sort: [] },
  indexes: { byTime: { index: 'gsi1', partition: [], sort: ['createdAt', 'orderId'] } },
  due: true,
});
export type StoredPurchase = Stored<typeof Purchases>;

export const findPurchase = (orderId: string): Promise<StoredPurchase | undefined> =>
  Purchases.find({ orderId });
export const insertPurchase = (purchase: StoredPurchase): object =>
  Purchases.insert({ ...purchase, ...dueAt('marketPurchase', purchase.orderId) });
/** The write of a later state; refused where a still later one is there. */
export const followingPurchase = (purchase: StoredPurchase): object =>
  Purchases.put(purchase, { where: (at, { lt }) => lt(at.version, purchase.version) });
export const queryPurchases = () => Purchases.query('byTime');

/** The platform's list of orders: whose they are, for the operator alone. */
const Registered = entity('marketOrder', {
  fields: z.object({
    orderId: z.string(),
    sellerTenantId: z.number(),
    buyerTenantId: z.number(),
    status: z.custom<OrderStatus>(),
    /** Returns that are not decided yet. */
    returnsOpen: z.number().default(0),
    /** Whether it counts in its shop's figures: the days for returns are over. */
    isJudged: z.boolean().default(false),
    createdAt: z.string(),
    version: z.number(),
  }),
  key: { partition: ['orderId'], sort: [] },
  indexes: { byTime: { index: 'gsi1', partition: [], sort: ['createdAt', 'orderId'] } },
});
export type RegisteredOrder = Stored<typeof Registered>;

export const onPlatform = <T>(work: () => Promise<T>): Promise<T> =>
  asSystem(platformTenant, 'marketplace', work);
export const findRegistered = (orderId: string) => onPlatform(() => Registered.find({ orderId }));
/** The write of a later state; refused where somebody else has written another since it was read. */
export const registerOrder = (before: RegisteredOrder | undefined, registered: RegisteredOrder): object =>
  Registered.put(registered, ifVersion(before?.version ?? 0));
export const queryRegistered = () => Registered.query('byTime');

/** A return as it is kept. `place`: how many of the order's leads had gone back before it, once it is accepted. */
export type StoredReturn = LeadReturn & { place: number | null };

/** A lead that a seller has handed over, in the seller's tenant: it waits until it has arrived at the buyer's. */
const Handovers = entity('marketHandover', {
  fields: z.object({
    orderId: z.string(),
    handoverId: z.string(),
    /** Until it has arrived. */
    lead: z.custom<SoldLead>().optional(),
    /** The lead that it becomes at the buyer's, where it is new there. */
    leadId: z.string(),
    state: z.enum(['waiting', 'arrived']),
    /** By what its seller knows it when it has arrived: the end of the number, or the address shortened. */
    hint: z.string().default(''),
    /** The buyer's lead that it became; null until then, and of what earlier versions delivered. */
    arrivedAs: z.string().nullable().default(null),
    /** Whether the buyer had the person already. */
    known: z.boolean().default(false),
    return: z.custom<StoredReturn>().nullable().default(null),
  }),
  key: { partition: ['orderId'], sort: ['handoverId'], casing: 'none' },
});
export type Handover = Stored<typeof Handovers>;

/** The buyer's lead that a hand-over became; of what an earlier version delivered, the one that was to be made. */
export const buyerLeadIdOf = ({ arrivedAs, leadId }: Handover): string => arrivedAs ?? leadId;

export const findHandover = (orderId: string, handoverId: string) => Handovers.find({ orderId, handoverId });
/** Those of them that there are. */
export const findHandovers = (orderId: string, handoverIds: readonly string[]): Promise<Handover[]> =>
  Handovers.findMany(handoverIds.map((handoverId) => ({ orderId, handoverId })));
export const insertHandover = (handover: Handover): object => Handovers.insert(handover);
export const handoversOf = (orderId: string): Promise<Handover[]> => Handovers.all('key', { orderId });
/** The write of its arrival: refused where it is noted already. What the seller gave is not kept any longer. */
export const arrivalWrite = (
  { orderId, handoverId }: Handover,
  { leadId, known }: { leadId: string; known: boolean },
): object =>
  Handovers.patch({ orderId, handoverId })
    .set({ state: 'arrived', arrivedAs: leadId, known })
    .remove(['lead'])
    .params({ where: (at, { eq }) => eq(at.state, 'waiting') });

export const handoverPage = (orderId: string, limit: number, cursor: string | undefined) =>
  fromCursor(
    (options) => Handovers.query('key', { orderId }).go({ ...options, consistent: true }),
    cursor,
    limit,
  );
/** The write of what became of a return; whoever changes one changes the order with it, which tells of others. */
export const returnWrite = ({ orderId, handoverId }: Handover, to: StoredReturn): object =>
  Handovers.patch({ orderId, handoverId })
    .set({ return: to })
    .params({ where: (at, { eq }) => eq(at.state, 'arrived') });

/** The write that takes a person out of what was written of a return; refused where it has changed since it was read. */
export const redactedReturnWrite = (
  { orderId, handoverId, return: before }: Handover & { return: StoredReturn },
  words: Pick<StoredReturn, 'note' | 'objection' | 'decision'>,
): object =>
  Handovers.patch({ orderId, handoverId })
    .set({ return: { ...before, ...words } })
    .params({ where: (at, { eq }) => eq(at.return, before) });

/** That a buyer's lead was told that it went back: once, in the buyer's tenant. */
const ReturnedLeads = entity('marketReturnedLead', {
  fields: z.object({ orderId: z.string(), handoverId: z.string(), leadId: z.string() }),
  key: { partition: ['orderId'], sort: ['handoverId'], casing: 'none' },
});
export const findReturnedLead = (orderId: string, handoverId: string) =>
  ReturnedLeads.find({ orderId, handoverId });
export const insertReturnedLead = (told: Stored<typeof ReturnedLeads>): object => ReturnedLeads.insert(told);

/** To whom a shop has sold a person, by a hash of the number or address. */
const Sold = entity('marketSold', {
  fields: z.object({
    providerId: z.string(),
    person: z.string(),
    exclusive: z.boolean(),
    buyers: z.custom<number[]>(),
    version: z.number(),
  }),
  key: { partition: ['providerId', 'person'], sort: [] },
});
export type SoldPerson = Stored<typeof Sold>;

export const findSold = (providerId: string, person: string) => Sold.find({ providerId, person });
export const replaceSold = (before: SoldPerson | undefined, after: Omit<SoldPerson, 'version'>): object => {
  const version = before?.version ?? 0;
  return Sold.put({ ...after, version: version + 1 }, ifVersion(version));
};
