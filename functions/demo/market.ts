import { asSystem, onBehalfOf, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import {
  createListing,
  fulfil,
  listShops,
  openShop,
  purchaseListing,
  recordReceipt,
  searchListings,
} from '#functions/marketplace/api.ts';
import { createTenant, findTenant, listTenantIds } from '#functions/tenants/api.ts';
import { createUser, everyUser } from '#functions/users/api.ts';
import type { Role } from '#shared/api/contract.ts';
import { type Listing, listingFields, type SoldLead, soldLead } from '#shared/model/market.ts';
import { once } from './once.ts';

/*
 * The demo's lead market: a second workspace, which sells to the demo's own and has bought of its vendor. All of it is
 * done by the market's own use cases, in the name of its users; done again it changes nothing.
 */

const partner = { name: 'Harbor Home Services', timeZone: 'America/Chicago', plan: 'demo' } as const;
const partnerUsers = [
  { username: 'admin', firstName: 'Hugo', lastName: 'Brandt' },
  { username: 'vendor', firstName: 'Nina', lastName: 'Castellanos' },
] as const;

/** Of a listing: title, category, description, US cents a lead, leads on offer, exclusive. */
type Offer = [
  title: string,
  category: string,
  description: string,
  priceCents: number,
  leadCount: number,
  exclusive: boolean,
];

const ownShop = 'Lane Lead Partners';
const ownOffers: Offer[] = [
  [
    'Roof inspections wanted, Texas',
    'Roofing',
    'Asked on our website for an inspection after a storm, at most 14 days ago.',
    1_800,
    120,
    true,
  ],
  [
    'Homeowners comparing heat pumps',
    'Heating and cooling',
    'Filled in our comparison of heat pumps this month.',
    1_150,
    300,
    false,
  ],
];
const partnerShop = 'Harbor Leads';
const partnerOffers: Offer[] = [
  [
    'Homeowners in Florida who asked about solar',
    'Solar',
    'Own the house, and gave their bill of electricity. At most 7 days old.',
    2_400,
    80,
    true,
  ],
  [
    'Solar enquiries, Southwest',
    'Solar',
    'From a search for solar quotes in AZ, NV and NM. At most 30 days old.',
    950,
    400,
    false,
  ],
  [
    'Battery storage upgrades',
    'Batteries',
    'Have panels already, and asked what a battery costs.',
    3_200,
    25,
    true,
  ],
];

/** Who the partner has bought: fictitious numbers. */
const bought = ['Carla Jennings', 'Hector Ruiz', 'Molly Tran', 'Gus Abernathy'];

const soldLeads = (): SoldLead[] =>
  bought.map((name, at) => {
    const [firstName, lastName] = name.split(' ');
    return soldLead.parse({
      firstName,
      lastName,
      phone: `+1512555018${at}`,
      address: { city: 'Austin', state: 'TX' },
      consent: {
        givenAt: new Date(clock.now() - (at + 1) * 86_400_000).toISOString(),
        text: 'I agree that roofing companies may call me at this number.',
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

/** A vendor's shop in the tenant, with what it has on offer. */
async function openWith(name: string, offers: readonly Offer[]): Promise<Listing[]> {
  const { userId: ownerId } = (await everyUser()).find(({ username }) => username === 'vendor')!;
  await as('admin', async () => {
    const { providers } = await listShops('own');
    if (providers.length === 0) await openShop({ name, ownerId });
  });
  return as('vendor', async () => {
    const { listings } = await searchListings({ scope: 'own', limit: 100 });
    for (const [title, category, description, priceCents, leadCount, exclusive] of offers)
      if (!listings.some((listing) => listing.title === title))
        await createListing({
          ...listingFields.parse({
            title,
            category,
            description,
            priceCents,
            leadCount,
            sampleFields: ['firstName', 'lastName', 'phone', 'state'],
            exclusivity: exclusive ? 'exclusive' : 'shared',
          }),
          status: 'active',
        });
    return (await searchListings({ scope: 'own', limit: 100 })).listings;
  });
}

/** The partner's number. */
async function partnerTenant(password: string): Promise<number> {
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

/** As the demo's own tenant. */
export async function openMarket(password: string): Promise<void> {
  const own = tenantOf();
  const partnerId = await partnerTenant(password);
  await as('operator', async () => {
    await recordReceipt(own, 50_000, 'Demo credit');
    await recordReceipt(partnerId, 50_000, 'Demo credit');
  });
  const listings = await openWith(ownShop, ownOffers);
  const orders = await asSystem(partnerId, 'demo', async () => {
    await openWith(partnerShop, partnerOffers);
    return as('admin', async () => {
      const buy = (title: string, quantity: number) => {
        const { id, priceCents } = listings.find((listing) => listing.title === title)!;
        const requestId = `demo-${quantity}-${id}`;
        return purchaseListing({ id, quantity, priceCents, requestId });
      };
      return [await buy(ownOffers[0]![0], bought.length), await buy(ownOffers[1]![0], 10)];
    });
  });
  await as('vendor', () => fulfil(orders[0]!.orderId, soldLeads()));
}
