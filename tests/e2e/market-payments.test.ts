import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Visit, visit, visitWorkspace } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openMarket } from '#tests/support/market-story.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/*
 * A buyer pays in by card on the page of the sandbox's Stripe, a vendor connects an account that the shop is paid out to, and
 * the operator sees the platform's account there.
 */

let seller: Product;
let buyer: Product;
let shopId: string;
let shop: Visit;
let office: Visit;
let close: () => Promise<string[]>;
let console: Visit;

const shopName = 'Harbor Leads';

beforeAll(async () => {
  ({ seller, buyer, shop, office, shopId, close } = await openMarket({ vendorName: 'Mo Harbor', shopName }));
  visitWorkspace(1);
  console = await visit(buyer.origin);
  await signInOn(console.page, 'operator');
});
afterAll(async () => {
  const problems = await close();
  expect([...problems, ...console.problems]).toEqual([]);
});

describe('the payment provider', () => {
  it('is the operator’s to set, with the address of the webhook', async () => {
    const { page } = console;
    await page.goto('/marketplace/shops');
    const card = page.getByRole('region', { name: 'Stripe' });
    await card.getByText('Sandbox', { exact: true }).waitFor();
    expect(await card.getByRole('textbox', { name: 'Address of the webhook' }).inputValue()).toBe(
      `${buyer.origin}/api/marketplace/payment-callbacks/stripe`,
    );
    await look(page, 'payments-provider');
    await card.getByLabel('Secret key').fill('pk_live_this_is_the_wrong_one');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('A secret key begins with sk_ or rk_.').waitFor();
  });
});

describe('paying in by card', () => {
  it('goes by the provider’s page, also after a card was declined there', async () => {
    const { page } = office;
    await page.goto('/marketplace/balance');
    const form = page.getByRole('region', { name: 'Pay in by card' });
    await form.getByLabel('Amount').fill('5');
    await form.getByText('An amount is $10 to $10,000.').waitFor();
    await form.getByLabel('Amount').fill('250');
    await look(page, 'payments-balance');
    await form.getByRole('button', { name: 'Pay in' }).click();
    await page.getByRole('heading', { name: '$250.00' }).waitFor();
    await page.getByRole('button', { name: 'Decline the card' }).click();
    await page.getByRole('alert').getByText('The card was declined').waitFor();
    await look(page, 'payments-checkout');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('status').getByText('$250: Card declined').waitFor();
    await look(page, 'payments-declined');
    await page.getByRole('status').getByRole('link', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay $250.00' }).click();
    await page.getByRole('status').getByText('$250: Paid').waitFor();
    await page.getByRole('region', { name: 'Balance' }).getByText('$250', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Payments by card' }).getByText('Paid', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Statement' }).getByText('Money paid in').waitFor();
    await look(page, 'payments-paid');
    await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
    await page.waitForURL(/\/marketplace\/balance$/);
  });
});

/** Asks the sandbox's Stripe, as its own pages do. */
const atStripe = async <T>(path: string, body?: object): Promise<T> => {
  const answer = await fetch(`${buyer.origin}/sandbox/stripe${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { origin: buyer.origin, 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
};

/** The provider's id of what the buyer has paid. */
const ownIntent = async (): Promise<string> => {
  type Held = { sessions: { payment_intent: string; metadata: { tenant_id: string } }[] };
  const { sessions } = await atStripe<Held>('');
  return sessions.find(({ metadata }) => metadata.tenant_id === String(buyer.tenantId))!.payment_intent;
};

describe('a chargeback', () => {
  it('is owed where it was spent, and back in the balance when the bank decides so', async () => {
    const { page } = office;
    const vendor = await seller.signIn('vendor', seller.tenantId);
    const listing = await vendor.ask<{ id: string }>('POST', '/marketplace/listings', {
      providerId: shopId,
      title: 'Jetty owners in Oregon',
      category: 'Jetties',
      priceCents: 4_000,
      leadCount: 5,
      status: 'active',
    });
    const admin = await buyer.signIn('admin', buyer.tenantId);
    const order = { priceCents: 4_000, quantity: 3, requestId: 'jetties-by-card-1' };
    await eventually(() => admin.ask('POST', `/marketplace/listings/${listing.id}/purchase`, order));
    const { id } = await atStripe<{ id: string }>(`/disputes/${await ownIntent()}`, {});
    const payments = page.getByRole('region', { name: 'Payments by card' });
    await page.goto('/marketplace/balance');
    await eventually(async () => {
      await page.reload();
      await payments.getByText('Disputed', { exact: true }).waitFor({ timeout: 5_000 });
    });
    await page.getByRole('alert').getByText('You owe $120').waitFor();
    await payments.getByText('$250 is taken from your balance until that is decided').waitFor();
    await page.getByRole('region', { name: 'Statement' }).getByText('Card payment taken back').waitFor();
    await look(page, 'payments-owed');
    await page.goto(`/marketplace?listing=${listing.id}`);
    await page.getByText('You owe $120, as a card payment was taken back.').waitFor();
    await look(page, 'payments-owed-buy');
    await atStripe(`/disputes/${id}`, { outcome: 'won' });
    await page.goto('/marketplace/balance');
    await eventually(async () => {
      await page.reload();
      await payments.getByText('Paid', { exact: true }).waitFor({ timeout: 5_000 });
    });
    await page.getByRole('region', { name: 'Balance' }).getByText('$130', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Statement' }).getByText('Card payment put back').waitFor();
    await look(page, 'payments-back');
  });
});

describe('a refund of a card payment', () => {
  it('is seen at the payment, in the balance and in the statement, also where it fails', async () => {
    const { page } = office;
    const { id } = await atStripe<{ id: string }>(`/refunds/${await ownIntent()}`, { amount: 5_000 });
    const payments = page.getByRole('region', { name: 'Payments by card' });
    const statement = page.getByRole('region', { name: 'Statement' });
    await page.goto('/marketplace/balance');
    await eventually(async () => {
      await page.reload();
      await payments.getByText('$50 of it was sent back to the card.').waitFor({ timeout: 5_000 });
    });
    await page.getByRole('region', { name: 'Balance' }).getByText('$80', { exact: true }).waitFor();
    await statement.getByText('Card payment refunded').waitFor();
    await look(page, 'payments-refunded');
    await atStripe(`/refunds/${id}`, {});
    await eventually(async () => {
      await page.reload();
      await payments.getByText('What was sent back did not reach the card.').waitFor({ timeout: 5_000 });
    });
    await page.getByRole('region', { name: 'Balance' }).getByText('$130', { exact: true }).waitFor();
    await statement.getByText('Card refund failed').waitFor();
  });
});

describe('a payout account', () => {
  it('is connected by the vendor, who gives the details to the provider', async () => {
    const { page } = shop;
    await page.goto('/marketplace/vendor/settings');
    const account = page.getByRole('region', { name: `Payout account of ${shopName}` });
    await account.getByText('Not connected').waitFor();
    await look(page, 'payments-not-connected');
    await account.getByRole('button', { name: 'Connect an account' }).click();
    await page.getByRole('button', { name: 'Leave details out' }).click();
    await account.getByText('More details needed').waitFor();
    await account.getByText('Stripe still asks for 3 details').waitFor();
    await look(page, 'payments-details');
    await account.getByRole('button', { name: 'Give the details' }).click();
    await page.getByRole('button', { name: 'Give all details' }).click();
    await account.getByText('Ready', { exact: true }).waitFor();
    await look(page, 'payments-ready');
    await page.goto('/marketplace/vendor/payouts');
    await page.getByText(/Once a day what is ready is sent to your payout account, from \$25 on/).waitFor();
    await look(page, 'payments-payouts');
  });
});
