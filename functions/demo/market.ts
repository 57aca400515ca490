import { z } from 'zod';
import { asSystem, onBehalfOf, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import {
  createListing,
  createStandingOrder,
  fulfil,
  listShops,
  listStandingOrders,
  openShop,
  purchaseListing,
  recordReceipt,
  searchListings,
} from '#functions/marketplace/api.ts';
import { createTenant, findTenant, listTenantIds } from '#functions/tenants/api.ts';
import { createUser, everyUser } from '#functions/users/api.ts';
import type { Role } from '#shared/api/contract.ts';
import { type Listing, listingFields, type SoldLead, soldLead } from '#shared/model/market.ts';
import { standingOrderFields } from '#shared/model/market-bids.ts';
import { once, onceIndexed } from './once.ts';

/*
 * The demo's lead market: a second workspace, which sells to the demo's own and has bought of its vendor. All of it is
 * done by the market's own use cases, in the name of its users; done again it changes nothing.
 */

const partner = { name: 'Harbor Home Services', timeZone: 'America/Chicago', plan: 'demo' } as const;
const partnerUsers = [
  { username: 'admin', firstName: 'Hugo', lastName: 'Brandt' },
  { username: 'vendor', firstName: 'Nina', lastName: 'Castellanos' },
] as const;

/** Title, category, description, US cents a lead, leads on offer, and how often one may be sold. */
const partnerOffers = [
  [
    'Homeowners in Florida who asked about solar',
    'Solar',
    'They own the house, and gave what they pay for electricity. At most 7 days old.',
    2_400,
    80,
    'exclusive',
  ],
  [
    'Solar enquiries, Southwest',
    'Solar',
    'From a search for solar quotes in Arizona, Nevada and New Mexico. At most 30 days old.',
    950,
    400,
    'shared',
  ],
  [
    'Battery storage upgrades',
    'Batteries',
    'They have panels already, and asked what a battery costs.',
    3_200,
    25,
    'exclusive',
  ],
] as const;

/** Who the partner has bought: fictitious numbers. */
const bought = ['Carla Jennings', 'Hector Ruiz', 'Molly Tran', 'Gus Abernathy'];

const soldLeads = (): SoldLead[] =>
  bought.map((name, at) => {
    const [firstName, lastName] = name.split(' ');
    return soldLead.parse({
      firstName,
      lastName,
      phone: `+1217555018${at}`,
      address: { city: 'Springfield', state: 'IL' },
      consent: {
        givenAt: new Date(clock.now() - (at + 1) * 86_400_000).toISOString(),
        text: 'I agree that solar companies may call me at this number.',
      },
    });
  });

/** Works as one of the users of the tenant. */
async function as<T>(role: Role, work: (userId: string) => Promise<T>): Promise<T> {
  const user = (await everyUser()).find(({ username }) => username === role);
  if (!user) throw new Error(`The demo tenant ${tenantOf()} has no user ${role}.`);
  const { userId, username } = user;
  return onBehalfOf({ userId, username, role }, 'demo', () => work(userId));
}

/**
 * What both sides bid for leads that are pinged to them, so that the example in the vendor portal is matched. They name states:
 * of listings, which would go on costing the demo's balance each day, they buy nothing.
 */
const standing = {
  name: 'Homeowners in the South who want solar',
  categories: ['Solar'],
  states: ['FL', 'GA', 'TX'],
  requirements: ['homeowner=yes'],
  exclusivity: 'exclusive',
  bidCents: 2_800,
  dailyBudgetCents: 14_000,
  dailyLeadCap: 5,
  status: 'active',
} as const;

const bidOnMarket = (): Promise<void> =>
  as('admin', async () => {
    const { standingOrders } = await listStandingOrders();
    if (standingOrders.some(({ name }) => name === standing.name)) return;
    await createStandingOrder(standingOrderFields.extend({ status: z.literal('active') }).parse(standing));
  });

/** The partner's shop, with what it has on offer. */
async function openShopOfPartner(): Promise<void> {
  const ownerId = (await everyUser()).find(({ role }) => role === 'vendor')!.userId;
  const providerId = await as('admin', async () => {
    const { providers } = await listShops('own');
    return (providers[0] ?? (await openShop({ name: 'Harbor Leads', ownerId }))).id;
  });
  await as('vendor', async () => {
    const { listings } = await searchListings({ scope: 'own', limit: 100 });
    const present = new Set(listings.map(({ title }) => title));
    for (const [title, category, description, priceCents, leadCount, exclusivity] of partnerOffers)
      if (!present.has(title))
        await createListing({
          providerId,
          ...listingFields.parse({
            title,
            category,
            description,
            priceCents,
            leadCount,
            sampleFields: ['firstName', 'lastName', 'phone', 'state'],
            exclusivity,
          }),
          status: 'active',
        });
  });
}

/** The partner's workspace with its users; answers its number. */
export async function addPartner(password: string): Promise<number> {
  let id: number | undefined;
  for await (const known of listTenantIds()) if ((await findTenant(known))?.name === partner.name) id = known;
  id ??= (await createTenant(partner)).id;
  await asSystem(id, 'demo', async () => {
    for (const { username, ...name } of partnerUsers)
      await once(() =>
        createUser({ username, email: `${username}@harbor.example`, password, role: username, ...name }),
      );
  });
  return id;
}

/** As the demo's own tenant, whose shop is open. */
export async function tradeOnMarket(partnerId: number): Promise<void> {
  const own = tenantOf();
  await as('operator', async () => {
    await recordReceipt(own, 50_000, 'Demo credit');
    await recordReceipt(partnerId, 50_000, 'Demo credit');
  });
  const [roofing, solar] = await as('vendor', () =>
    onceIndexed(async () => {
      const { listings } = await searchListings({ scope: 'own', status: 'active', limit: 100 });
      const offers = ['Roofing', 'Solar'].map((wanted) =>
        listings.find(({ category }) => category === wanted),
      );
      return offers.every(Boolean) ? (offers as [Listing, Listing]) : undefined;
    }),
  );
  const order = await asSystem(partnerId, 'demo', async () => {
    await openShopOfPartner();
    await bidOnMarket();
    return as('admin', async () => {
      const buy = ({ id, priceCents, category }: Listing, quantity: number) =>
        purchaseListing({ id, quantity, priceCents, requestId: `demo-${category}` });
      await buy(roofing, 10);
      return buy(solar, bought.length);
    });
  });
  await bidOnMarket();
  await as('vendor', () => fulfil(order.orderId, soldLeads()));
}
