import { api } from '#shared/api/index.ts';
import { indexTold } from './due.ts';
import { leadNumber, market, type Side } from './market.ts';

const { marketplace } = api;

/** A category of its own: the market of all tests is one. */
let categories = 0;
const ownCategory = () => `Pinged ${process.pid} ${Date.now()} ${categories++}`;

export const address = {
  street: '1 Main Street',
  city: 'Miami',
  state: 'FL',
  postcode: '33130',
  country: 'US',
};
export const lead = (number: number, more: object = {}) => leadNumber(number, { address, ...more });

/** A market with a standing order of its buyer, and what its vendor's system does. */
export async function pinged(fields: object = {}, options: object = {}) {
  const world = await market(options);
  const category = ownCategory();
  const open = async (by: Side, more: object = {}) => {
    const made = await by.admin.call(marketplace.createStandingOrder, {
      name: 'Pinged leads',
      categories: [category],
      bidCents: 2_500,
      dailyBudgetCents: 10_000,
      dailyLeadCap: 10,
      ...more,
    } as never);
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    await indexTold();
    return made.body;
  };
  const order = await open(world.buyer, fields);
  const ask = { category, zip: '33130', state: 'FL', exclusive: true };
  const ping = (more: object = {}, by = world.seller.vendor) =>
    by.call(marketplace.ping, { ...ask, ...more } as never);
  const post = (pingId: string, more: object = {}, by = world.seller.vendor) =>
    by.call(marketplace.post, { pingId, lead: lead(1), ...more } as never);
  const standing = async (id = order.id, by = world.buyer) =>
    (await by.admin.call(marketplace.standingOrders, {})).body.standingOrders.find((one) => one.id === id)!;
  const pings = async (by = world.seller.vendor) => (await by.call(marketplace.pings, {})).body.pings;
  const orders = async (by = world.buyer) =>
    (await by.admin.call(marketplace.orders, { side: 'bought', limit: 100 })).body.orders;
  return { ...world, category, open, order, ping, post, standing, pings, orders };
}
