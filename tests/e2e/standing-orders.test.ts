import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openMarket } from '#tests/support/market-story.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/* A buyer says what is bought by itself; a vendor's system pings and posts by a key, and the lead arrives at the buyer. */

let seller: Product;
let buyer: Product;
let shop: Visit;
let office: Visit;
let close: () => Promise<string[]>;
let key = '';
let shopId = '';

const shopName = 'Harbour Leads';
/** Of nobody else's: the market is one for all workspaces of the product. */
const category = 'Harbour pilots';
const phone = '+13055550181';

beforeAll(async () => {
  ({ seller, buyer, shop, office, shopId, close } = await openMarket({
    vendorName: 'Vera Lane',
    shopName,
    balanceCents: 50_000,
  }));
  const admin = await seller.signIn('admin', seller.tenantId);
  const made = await admin.ask<{ secret: string }>('POST', '/api-keys', {
    name: 'Our system',
    permissions: ['marketplace.sell'],
  });
  key = made.secret;
});
afterAll(async () => expect(await close()).toEqual([]));

interface Answer {
  status: string;
  pingId: string;
  bids: { bidId: string; priceCents: number }[];
  orderId: string | null;
  priceCents: number | null;
  reason: string;
  error?: string;
}

/** As a vendor's system calls. */
async function call(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${seller.origin}/api/marketplace/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Answer;
}

const lead = {
  category,
  zip: '33130',
  state: 'FL',
  exclusive: true,
  attributes: { licensed: true, boats: 3 },
};
const posted = {
  firstName: 'Ann',
  lastName: 'Harbour',
  phone,
  address: { city: 'Miami', state: 'FL', postcode: '33130' },
  consent: { givenAt: '2026-01-02T15:00:00Z', text: 'You may call me about pilots.' },
};
const standingRow = () => office.page.getByRole('row', { name: 'Pilots in Florida' });

describe('standing orders', () => {
  it('are made by an admin, with what is wanted and what it may cost a day', async () => {
    const { page } = office;
    await page.goto('/marketplace');
    await page.getByRole('tab', { name: 'Standing orders' }).click();
    await page.waitForURL('**/marketplace/standing-orders');
    await page.getByText('No standing orders yet').waitFor();
    await look(page, 'standing-orders-empty');
    await page.getByRole('button', { name: 'Add standing order' }).first().click();
    const panel = page.getByRole('dialog', { name: 'Add standing order' });
    const add = panel.getByRole('button', { name: 'Add standing order' });
    await add.click();
    await panel.getByText('Please enter a name.').waitFor();
    await panel.getByText('Please enter what you bid for a lead.').waitFor();
    await panel.getByLabel('Name').fill('Pilots in Florida');
    await panel.getByLabel('Categories', { exact: true }).first().fill(category);
    await page.keyboard.press('Enter');
    await panel.getByLabel('States', { exact: true }).first().fill('flor');
    await page.getByRole('option', { name: 'Florida (FL)' }).click();
    await panel.getByLabel('Requirements', { exact: true }).first().fill('licensed');
    await page.keyboard.press('Enter');
    await panel.getByText('Please write a requirement as name=value').waitFor();
    await page.keyboard.press('Backspace');
    await panel.getByLabel('Requirements', { exact: true }).first().fill('licensed=yes');
    await page.keyboard.press('Enter');
    await panel.getByLabel('Bid a lead').fill('25');
    await panel.getByLabel('Budget a day').fill('20');
    await panel.getByLabel('Leads a day').fill('5');
    await add.click();
    await panel.getByText('The budget of a day is less than one bid').waitFor();
    await panel.getByLabel('Budget a day').fill('100');
    await look(page, 'standing-orders-form');
    await add.click();
    await panel.waitFor({ state: 'detached' });
    await standingRow().getByText('$0 of $100').waitFor();
  });

  it('say where there is more on offer than they look through', async () => {
    const { page } = office;
    // The answer of a larger market stands in for one.
    await page.route('**/api/marketplace/standing-orders?**', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), searched: 5_000 } });
    });
    await page.reload();
    await page.getByText('they buy of the newest 5,000 listings').waitFor();
    await page.unroute('**/api/marketplace/standing-orders?**');
  });

  it('bid for what a vendor’s system pings, and buy what it posts', async () => {
    const test = await call('ping', { ...lead, mode: 'test' });
    expect(test).toMatchObject({ status: 'Matched', bids: [{ priceCents: 2_500 }] });
    expect(await call('ping', { ...lead, phone })).toMatchObject({
      error: expect.stringMatching(/carries no personal data/),
    });
    expect((await call('ping', { ...lead, state: 'NY' })).status).toBe('Unmatched');
    const hashes = { phone: createHash('sha256').update(phone).digest('hex') };
    const pinged = await call('ping', { ...lead, hashes, providerId: shopId });
    expect(pinged).toMatchObject({ status: 'Matched', bids: [{ priceCents: 2_500 }] });
    const other = { ...posted, phone: '+13055550182' };
    const refused = await call('post', { pingId: pinged.pingId, lead: other });
    expect(refused).toMatchObject({ status: 'Unmatched', reason: expect.stringMatching(/hash was pinged/) });
    const sold = await call('post', { pingId: pinged.pingId, lead: posted });
    expect(sold).toMatchObject({ status: 'Matched', priceCents: 2_500, reason: '' });
    expect(await call('post', { pingId: pinged.pingId, lead: posted })).toEqual(sold);
  });

  it('show the buyer what was spent today, and the lead among theirs', async () => {
    const { page } = office;
    await page.goto('/marketplace/standing-orders');
    await standingRow().getByText('$25 of $100').waitFor();
    await standingRow().getByText('1 lead', { exact: true }).waitFor();
    await call('ping', lead);
    await page.reload();
    await standingRow().getByText('$25 reserved').waitFor();
    await look(page, 'standing-orders');
    await page.goto('/marketplace/orders');
    await page.getByRole('row', { name: /Pinged lead: Harbour pilots, FL 33130/ }).click();
    await page.getByRole('dialog').getByText('Completed', { exact: true }).first().waitFor();
    const admin = await buyer.signIn('admin', buyer.tenantId);
    await eventually(async () => {
      const { leads } = await admin.ask<{ leads: { source: string; firstName: string }[] }>('GET', '/leads');
      expect(leads.map(({ firstName, source }) => [firstName, source])).toEqual([['Ann', shopName]]);
    });
  });

  it('show the vendor each ping with what came of it', async () => {
    const { page } = shop;
    await page.goto('/marketplace/vendor');
    await page
      .getByRole('navigation', { name: 'Areas' })
      .getByRole('link', { name: 'Ping and post' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Ping and post' }).waitFor();
    const pings = page.getByRole('table', { name: 'Pings' });
    await pings.getByText('Sold', { exact: true }).waitFor();
    await pings.getByText('Unmatched', { exact: true }).waitFor();
    await pings.getByText('Test: Matched', { exact: true }).waitFor();
    await pings.getByText('1 bid, best $25').first().waitFor();
    await look(page, 'ping-post');
    await page.getByRole('button', { name: 'Try it from a terminal' }).click();
    await page.getByText(`${seller.origin}/api/marketplace/ping`).waitFor();
    await look(page, 'ping-post-examples');
    // As they stand there, they work.
    const run = (example: string) =>
      JSON.parse(
        execFileSync('bash', ['-c', example], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      );
    const example = async (name: string) =>
      (await page.getByLabel(name, { exact: true }).innerText()).replace('YOUR_KEY', key);
    const pinged = run(await example('Example of a ping'));
    expect(pinged).toMatchObject({ status: expect.stringMatching(/atched$/), testMode: true });
    await page.getByRole('tab', { name: 'Post', exact: true }).click();
    const answer = run((await example('Example of a post')).replace('PING_ID', pinged.pingId));
    expect(answer).toMatchObject({ status: pinged.status, orderId: null, testMode: true });
    await pings.getByRole('link', { name: 'Order' }).last().click();
    await page
      .getByRole('dialog', { name: /Pinged lead/ })
      .getByText('Completed', { exact: true })
      .first()
      .waitFor();
  });

  it('are paused and resumed, and only looked at by agents', async () => {
    const { page } = office;
    await page.goto('/marketplace/standing-orders');
    const actions = page.getByRole('button', { name: 'Actions for Pilots in Florida' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await standingRow().getByText('Paused').last().waitFor();
    await eventually(async () => expect((await call('ping', lead)).status).toBe('Unmatched'));
    await actions.click();
    await page.getByRole('menuitem', { name: 'Resume' }).click();
    await standingRow().getByText('Active').last().waitFor();
    await eventually(async () => expect((await call('ping', lead)).status).toBe('Matched'));
    const { page: desk } = await visit(buyer.origin);
    await signInOn(desk, 'agent');
    await desk.goto('/marketplace/standing-orders');
    await desk.getByRole('row', { name: 'Pilots in Florida' }).waitFor();
    expect(await desk.getByRole('button', { name: /Add standing order|Actions for/ }).count()).toBe(0);
    await desk.context().close();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No standing orders yet').waitFor();
    expect((await call('ping', lead)).status).toBe('Unmatched');
  });
});
