import { asSystem } from '#functions/kernel/actor.ts';
import { newId } from '#functions/kernel/ids.ts';
import { dueKinds } from '#functions/sweeper/kinds.ts';
import { api } from '#shared/api/index.ts';
import { sweepDue } from './due.ts';
import { as, freshTenant, type TestTenant } from './tenant.ts';

const { marketplace } = api;

/** A workspace of the market, with its people. */
export interface Side {
  tenant: TestTenant;
  admin: ReturnType<typeof as>;
  agent: ReturnType<typeof as>;
  vendor: ReturnType<typeof as>;
}

export async function side(): Promise<Side> {
  const tenant = await freshTenant();
  return { tenant, admin: as(tenant.admin), agent: as(tenant.agent), vendor: as(tenant.vendor) };
}

/** A lead as a seller hands it over; `number` tells people apart. */
export const leadNumber = (number: number, more: object = {}) => ({
  firstName: 'June',
  lastName: `Harper ${number}`,
  phone: `+1217${5_550_000 + number}`,
  email: `june${number}@example.com`,
  consent: {
    givenAt: '2026-01-05T15:00:00Z',
    text: 'You may call me about solar.',
    sourceUrl: 'https://leads.example/form',
  },
  ...more,
});

/** All work of the market that becomes due. */
const works = Object.fromEntries(
  Object.entries(dueKinds).filter(([kind]) => kind.startsWith('market')),
) as Partial<typeof dueKinds>;

/** The sweeper's minute, for both sides. */
export async function sweepMarket(...sides: Side[]): Promise<void> {
  for (const { tenant } of sides) await asSystem(tenant.id, 'test', () => sweepDue(works));
}

/** A seller with a shop, a buyer with a balance, and the operator who runs the platform. */
export async function market({ balanceCents = 100_000, commissionPercent = 10 } = {}) {
  const [seller, buyer, third] = await Promise.all([side(), side(), side()]);
  const operator = as(await third.tenant.user('operator'));
  const opened = await operator.call(marketplace.createProvider, {
    name: 'Acme Leads',
    ownerId: seller.tenant.vendor.userId,
    tenantId: seller.tenant.id,
    commissionPercent,
  });
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  const shop = opened.body;
  const payIn = (amountCents: number, to = buyer) =>
    operator.call(marketplace.recordReceipt, {
      tenantId: to.tenant.id,
      amountCents,
      reference: newId('wire'),
    });
  if (balanceCents > 0) await payIn(balanceCents);
  const list = async (fields: object = {}) => {
    const made = await seller.vendor.call(marketplace.createListing, {
      title: 'Solar leads',
      category: 'Solar',
      priceCents: 2_500,
      leadCount: 10,
      status: 'active',
      providerId: shop.id,
      ...fields,
    } as never);
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body;
  };
  const buy = (listing: { id: string; priceCents: number }, quantity = 1, by = buyer, more: object = {}) =>
    by.admin.call(marketplace.purchase, {
      id: listing.id,
      priceCents: listing.priceCents,
      quantity,
      requestId: newId('req'),
      ...more,
    } as never);
  const balance = async (of = buyer) => (await of.admin.call(marketplace.balance, {})).body.balanceCents;
  return { seller, buyer, third, operator, shop, list, buy, payIn, balance };
}
