import { tenantOf } from '#functions/kernel/actor.ts';
import { everyUser } from '#functions/users/api.ts';
import { listingFields } from '#shared/model/market.ts';
import { ownListings } from './listing-store.ts';
import { addListing } from './listings.ts';
import { shopsOf } from './shop-store.ts';
import { addShop } from './shops.ts';

const offers = [
  {
    title: 'Home owners who asked for a solar quote',
    description: 'Illinois and Wisconsin, of the last 7 days, by our own form. Called once to confirm.',
    category: 'Solar',
    priceCents: 3_200,
    leadCount: 120,
    dailyCap: 25,
    sampleFields: ['firstName', 'lastName', 'phone', 'state'],
    exclusivity: 'exclusive',
    certificate: 'trustedform',
    status: 'active',
  },
  {
    title: 'Roof repairs, asked of several firms',
    description: 'Storm damage, of the last 30 days.',
    category: 'Roofing',
    priceCents: 950,
    leadCount: 400,
    sampleFields: ['lastName', 'phone', 'postcode'],
    exclusivity: 'shared',
    status: 'active',
  },
  {
    title: 'Heat pump surveys',
    category: 'Heating',
    priceCents: 2_100,
    leadCount: 0,
    exclusivity: 'exclusive',
    status: 'draft',
  },
] as const;

/** Gives the demo's vendor a shop with something in it. Bears to be cut off and done again. */
export async function openDemo(): Promise<void> {
  const vendor = (await everyUser()).find(({ role }) => role === 'vendor');
  if (!vendor) return;
  const [there] = await shopsOf(tenantOf());
  const shop =
    there ??
    (await addShop({
      name: 'Brightside Leads',
      ownerId: vendor.userId,
      sellerTenantId: tenantOf(),
      commissionPercent: 10,
    }));
  const titles = new Set((await ownListings()).map(({ title }) => title));
  for (const { status, ...offer } of offers)
    if (!titles.has(offer.title)) await addListing(shop, { ...listingFields.parse(offer), status });
}
