import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin connects an exchange of the workspace, has calls go through it, and tries the way there. */

let product: Product;
let admin: Caller;
let alex: Visit;

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  alex = await visit(product.origin);
  await signInOn(alex.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

/** What a bridge says by its key. */
async function beat(key: string): Promise<number> {
  const response = await fetch(`${product.origin}/api/telephony/bridge/heartbeat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      version: '1.0',
      run: 'a-run-of-it',
      journal: 'a-journal-of-one',
      asterisk: { connected: true, version: '22.10.1' },
      liveCalls: 0,
      phones: 0,
    }),
  });
  return response.status;
}

it('tries the sandbox’s exchange step by step', async () => {
  const { page } = alex;
  await page.goto('/settings/exchange');
  await page.getByText('Your calls go here').waitFor();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByText('The exchange can be used.').waitFor();
  await page.getByText('The sandbox answers.').waitFor();
  await look(page, 'exchange-tested');
});

it('connects an exchange by a token that is shown once, and chooses it', async () => {
  const { page } = alex;
  await page.getByRole('button', { name: 'Add exchange' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Head office');
  await form.getByLabel('Address for phones').fill('pbx.example.com');
  await form.getByRole('button', { name: 'Add exchange' }).click();
  await form.getByText('Please enter an address such as wss://pbx.example.com/ws.').waitFor();
  await form.getByLabel('Address for phones').fill('wss://pbx.example.com/ws');
  await form.getByRole('button', { name: 'Add exchange' }).click();
  const card = page.getByRole('region', { name: 'Head office' });
  await card.getByText('Not connected yet').waitFor();

  await card.getByRole('button', { name: 'Connect bridge: Head office' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect the bridge of Head office' });
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const command = await dialog.getByLabel('Command').inputValue();
  const token = /ENROLMENT_TOKEN=(\S+)/.exec(command)![1]!;
  await look(page, 'exchange-token');
  const secret = 'k'.repeat(43);
  await admin.ask('POST', '/telephony/bridge/enrol', { token, secret, version: '1.0' });
  const [, owner, exchange] = /^enr_(\d+)_(exc_\w{26})_/.exec(token)!;
  expect(await beat(`brg_${owner}_${exchange}_${secret}`)).toBe(200);
  await dialog.getByText('The bridge is connected.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await card.getByText('Online', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Use this exchange: Head office' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use this exchange' }).click();
  await card.getByText('Your calls go here').waitFor();
  await look(page, 'exchange-chosen');

  // Its bridge is shut out: what fails is named.
  await card.getByRole('button', { name: 'Revoke: Head office' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await card.getByText('Revoked', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByText('It stops at “The exchange answers”.').waitFor();
  await page.getByText('The exchange is offline.').waitFor();
  await look(page, 'exchange-test-failed');
  expect(await beat(`brg_${owner}_${exchange}_${secret}`)).toBe(401);
});
