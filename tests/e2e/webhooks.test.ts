import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { type Caller, demoPassword, Product } from '#tests/support/product.ts';
import { look } from '#tests/support/screens.ts';

/* A webhook from its wizard to the office screen: made, tried, sent to, looked at, changed; and one that goes out. */

let product: Product;
let caller: Caller;
let admin: Visit;
let page: Page;

beforeAll(async () => {
  product = await Product.start();
  caller = await product.signIn('admin');
  admin = await visit(product.origin);
  page = admin.page;
  await page.goto('/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

interface Listed {
  id: string;
  name: string;
  url: string;
  tokenSet: boolean;
}
const webhook = async (name: string) => {
  const { webhooks } = await caller.ask<{ webhooks: Listed[] }>('GET', '/webhooks');
  return webhooks.find((one) => one.name === name)!;
};
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const step = (name: string) =>
  page.getByRole('heading', { level: 2, name: new RegExp(name.replace('&', '.')) }).waitFor();
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const term = (name: string) =>
  page
    .getByRole('region', { name: 'Review' })
    .locator('div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .last();

const name = 'Deals from the shop';
let token: string;

it('shows what it chooses from, with a retry for what did not come', async () => {
  await page.route('**/api/journeys?**', (route) =>
    route.fulfill({ status: 403, json: { error: 'Not today.', code: 'forbidden' } }),
  );
  await page.goto('/webhooks');
  await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add webhook' }).first().click();
  const status = page.getByRole('region', { name: 'Backend Data Status' });
  for (const list of ['Journeys', 'Content Projects', 'OptiSigns Displays'])
    await status.getByText(list, { exact: true }).waitFor();
  await status.getByText('Not today.').waitFor();
  await page.unroute('**/api/journeys?**');
  await status.getByRole('button', { name: 'Retry Journeys' }).click();
  await status.getByText('Not today.').waitFor({ state: 'detached' });
  await expectAccessible(page);
});

it('is made in four steps, freely forward and back', async () => {
  await step('Basic Information');
  await press('Next');
  await step('Webhook Type & Configuration');
  await page.getByRole('button', { name: /^Basic Information.*missing/ }).click();
  await page.getByText('Name is required.').first().waitFor();
  await field('Name').fill(name);
  await field('Brand').fill('Northwind');
  await field('Source').fill('Shop');
  const security = page.getByRole('region', { name: 'Security' });
  await security.getByRole('radio', { name: 'Set one' }).first().check();
  token = await security.getByRole('textbox', { name: 'New security token' }).inputValue();
  expect(token.length).toBeGreaterThan(20);
  await look(page, 'webhook-basics');
  await press('Next');

  await step('Webhook Type & Configuration');
  await page.getByRole('radio', { name: /^Stop/ }).click();
  await page.getByRole('region', { name: 'Stop' }).waitFor();
  await page.getByRole('radio', { name: /^Go/ }).click();
  const calls = page.getByRole('region', { name: 'Outbound call' });
  await calls.getByRole('switch', { name: 'Call each lead as it comes in' }).check();
  expect(await calls.getByRole('textbox', { name: 'Maximum Attempts' }).inputValue()).toBe('3');
  expect(await calls.getByRole('textbox', { name: 'Delay Between Calls' }).inputValue()).toBe('300 s');
  await calls.getByRole('textbox', { name: 'Maximum Attempts' }).fill('99');
  await calls.getByRole('textbox', { name: 'Maximum Attempts' }).blur();
  expect(await calls.getByRole('textbox', { name: 'Maximum Attempts' }).inputValue()).toBe('3');
  await calls.getByRole('switch', { name: 'Call each lead as it comes in' }).uncheck();
  const sign = page.getByRole('region', { name: 'Announcement' });
  await sign.getByRole('switch', { name: 'Show a sign on office screens' }).check();
  await press('Next');
  // One moves on freely, and the step that was left says that something is missing.
  await page.getByRole('button', { name: 'something is missing' }).click();
  await page.getByText('Please choose what to announce.').first().waitFor();
  await sign.getByRole('combobox', { name: 'Content project' }).click();
  await page.getByRole('option').first().click();
  await sign.getByRole('combobox', { name: 'Displays' }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  const tags = page.getByRole('region', { name: 'Tags' });
  await tags.getByRole('button', { name: 'Add rule' }).click();
  const rule = tags.getByRole('group', { name: 'Rule 1' });
  await expect
    .poll(() =>
      rule.getByRole('textbox', { name: 'Field' }).evaluate((one) => one === document.activeElement),
    )
    .toBe(true);
  await rule.getByRole('textbox', { name: 'Field' }).fill('deal.amount');
  await rule.getByRole('combobox', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'is at least' }).click();
  await rule.getByRole('textbox', { name: 'Value' }).fill('1000');
  await rule.getByRole('combobox', { name: 'Tags of the rule' }).fill('large');
  await page.keyboard.press('Enter');
  await look(page, 'webhook-type');
  await press('Previous');
  expect(await field('Name').inputValue()).toBe(name);
  await press('Next');
  await press('Next');

  await step('Field Mapping & Validation');
  const pasted = {
    customer: { phone_number: '+13055550142', full_name: 'Ada Lovelace', mail: 'ada@example.com' },
    deal: { amount: 5000 },
  };
  await field('Sample payload').fill(JSON.stringify(pasted));
  await press('Map from the sample');
  await page.getByText('4 fields mapped').waitFor();
  expect(await page.getByRole('combobox', { name: 'Phone', exact: true }).inputValue()).toBe(
    'customer.phone_number',
  );
  await look(page, 'webhook-mapping');
  await press('Next');

  await step('Review & Test');
  await expect.poll(() => term('Security').textContent()).toBe('Token configured');
  await field('JSON payload').fill('{');
  await press('Test Webhook');
  await page.getByText('Please give a JSON payload.').waitFor();
  await field('JSON payload').fill(JSON.stringify(pasted));
  await press('Test Webhook');
  await page.getByText('Successfully processed 1 leads').waitFor();
  await page.getByRole('status').getByText('Ada Lovelace').waitFor();
  await look(page, 'webhook-review');
  await field('JSON payload').fill('{"nothing": 1}');
  await press('Test Webhook');
  await page.getByText('Test failed with 1 errors').waitFor();
  await press('Create Webhook');
  await page.waitForURL('**/webhooks');
  await page.getByRole('row', { name: `${name}, Go` }).waitFor();
  await look(page, 'webhooks');
});

const payload = {
  customer: { phone_number: '+13055550142', full_name: 'Ada Lovelace', mail: 'ada@example.com' },
  deal: { amount: 5000 },
};

it('takes a lead from a stranger who knows the token, and shows it on the screen', async () => {
  const { url, id } = await webhook(name);
  const post = (headers: Record<string, string>, body: unknown = payload) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  expect((await post({})).status).toBe(401);
  const answer = await post({ authorization: `Bearer ${token}` });
  expect(answer.status).toBe(202);
  const { deliveryId } = (await answer.json()) as { deliveryId: string };
  await page.goto(`/webhooks/${id}`);
  await page.getByRole('row', { name: 'Succeeded, 1 leads' }).click();
  const panel = page.getByRole('dialog', { name: 'Delivery' });
  await panel.getByText('1 of 1 leads went well').waitFor();
  await panel.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  await panel.getByText('large', { exact: false }).first().waitFor();
  await expectAccessible(page);
  await expect
    .poll(
      async () =>
        (await caller.ask<{ announcement: string }>('GET', `/webhooks/${id}/deliveries/${deliveryId}`))
          .announcement,
    )
    .toMatch(/ shows on /);
  await panel.getByRole('button', { name: 'Replay' }).click();
  await panel.getByText('A replay of').waitFor();
  await panel.getByText('Updated').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /^Rejected/ }).waitFor();
  await field('Search deliveries').fill('(305) 555-0142');
  await expect.poll(() => page.getByRole('row', { name: /leads$/ }).count()).toBe(2);
  await press('Try it from a terminal');
  await page.getByText('curl -X POST').waitFor();
  await expectAccessible(page);
  const { leads } = await caller.ask<{
    leads: { fullName: string; tags: string[]; dealAmount: number | null }[];
  }>('GET', '/leads?limit=500');
  expect(leads.filter(({ fullName }) => fullName === 'Ada Lovelace')).toMatchObject([
    { tags: ['large'], dealAmount: 5000 },
  ]);
});

it('keeps what it had to refuse where it is found, and has nobody replay it', async () => {
  const { url, id } = await webhook(name);
  const broken = '{"customer": {"mail": "grace@example.com", "phone_number": "+13055550143"';
  const headers = { 'content-type': 'application/json', 'x-webhook-token': token };
  const answer = await fetch(url, { method: 'POST', headers, body: broken });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: 'The body is not valid JSON.', code: 'invalid_input' },
  ]);
  await page.goto(`/webhooks/${id}`);
  await field('Search deliveries').fill('grace@example.com');
  await page.waitForURL(/search=/);
  await expect.poll(() => page.getByRole('row', { name: /leads$/ }).count()).toBe(1);
  await page.getByText('400: The body is not valid JSON.').waitFor();
  await look(page, 'webhook-rejected');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('row', { name: /^Rejected/ }).click();
  const panel = page.getByRole('dialog', { name: 'Delivery' });
  await panel.getByText(broken).waitFor();
  expect(await panel.getByRole('button', { name: 'Replay' }).count()).toBe(0);
  await look(page, 'webhook-rejected-panel');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('keeps its token when it is edited, and loses it when it is told to', async () => {
  const { id, url } = await webhook(name);
  const works = async (with_: string | undefined, n: number) =>
    (
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(with_ ? { 'x-webhook-token': with_ } : {}) },
        body: JSON.stringify({ ...payload, n }),
      })
    ).status;
  await page.goto(`/webhooks/${id}/edit`);
  await step('Basic Information');
  expect(await field('Name').inputValue()).toBe(name);
  await field('Description').fill('What the till sends.');
  const toReview = () =>
    page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: 'Review & Test' }).click();
  await toReview();
  await expect.poll(() => term('Security').textContent()).toBe('Keep existing');
  await press('Update Webhook');
  await page.waitForURL('**/webhooks');
  await page.getByText('What the till sends.').waitFor();
  expect([await works(token, 1), await works(undefined, 2)]).toEqual([202, 401]);
  await page.goto(`/webhooks/${id}/edit`);
  await page.getByRole('radio', { name: 'No authentication: remove it' }).check();
  await toReview();
  await expect.poll(() => term('Security').textContent()).toBe('No authentication');
  await press('Update Webhook');
  await page.waitForURL('**/webhooks');
  expect(await works(undefined, 3)).toBe(202);
  await page.getByRole('link', { name: 'Add webhook' }).first().click();
  await press('Cancel');
  await page.waitForURL('**/webhooks');
});

it('tells another system, signed, what it asked to know', async () => {
  await page.goto('/webhooks/endpoints');
  await page.getByText('No outgoing webhooks yet').waitFor();
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add endpoint' });
  await form.getByRole('textbox', { name: 'Name' }).fill('CRM');
  await form.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await form.getByText('Please give an address that begins with https://.').waitFor();
  await form.getByRole('textbox', { name: 'Address' }).fill('https://hooks.dealbell.test/crm');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const shown = page.getByRole('dialog', { name: 'The secret of this endpoint' });
  const secret = (await shown.getByRole('region', { name: 'Secret' }).textContent())!.trim();
  expect(secret).toMatch(/^whsec_/);
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await shown.waitFor({ state: 'hidden' });
  await caller.ask('POST', '/leads', { firstName: 'Grace', lastName: 'Hopper', phones: ['+13055550199'] });
  await page.getByRole('row', { name: /^CRM/ }).click();
  const panel = page.getByRole('dialog', { name: 'CRM' });
  await panel.getByRole('button', { name: /lead\.created.*Delivered/ }).click();
  await panel.getByText(/"status": "new"/).waitFor();
  await look(page, 'webhook-endpoint');
  // What the receiver got is shown by the sandbox with its headers.
  await page.goto('/sandbox/mail');
  const heard = page.locator('article', { hasText: 'lead.created' }).first();
  await heard.getByText('Headers', { exact: true }).click();
  await heard.getByText('webhook-signature', { exact: false }).waitFor();
  await look(page, 'sandbox-outbox');
  expect(admin.problems).toEqual([]);
});
