import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { Product } from '#tests/support/product.ts';
import { look } from '#tests/support/screens.ts';

/*
 * A deployment from its first link on: the first admin and the operator, a customer's workspace, its trial and its
 * suspension, and what of all that its admin reads in the audit log.
 */

let product: Product;
let olive: Visit;
let susan: Visit;

beforeAll(async () => {
  product = await Product.start({ demo: false });
  [olive, susan] = [await visit(product.origin), await visit(product.origin)];
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const passwords = {
  ada: 'seven small bells ring',
  olive: 'nine tall towers stand',
  susan: 'four brown roofs shine',
};
type Person = keyof typeof passwords;

async function fillPerson(page: Page, group: string, person: Person, company: string): Promise<void> {
  const fields = page.getByRole('group', { name: group });
  await fields.getByLabel('E-mail').fill(`${person}@${company}.example`);
  await fields.getByLabel('Username').fill(person);
  await fields.getByLabel('Password', { exact: true }).fill(passwords[person]);
}

async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(person);
  await page.getByLabel('Password', { exact: true }).fill(passwords[person]);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

describe('a fresh deployment', () => {
  it('makes its first admin and its operator by the link that it prints, once', async () => {
    const link = /^Make the first admin at (\S+)$/m.exec(product.output)![1]!;
    const { page } = olive;
    await page.goto(link);
    await page.getByRole('heading', { name: 'Set up your workspace' }).waitFor();
    await look(page, 'setup');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Company').fill('Brightside Solar');
    await page.getByLabel('Time zone').fill('America/Chicago');
    await fillPerson(page, 'You, the admin', 'ada', 'brightside');
    await fillPerson(page, 'The operator', 'olive', 'platform');
    await page.getByRole('button', { name: 'Set up the workspace' }).click();
    await page.waitForURL('**/login');

    const other = await visit(product.origin);
    await other.page.goto(link);
    await other.page.getByText('This link has been used already.').waitFor();
    await look(other.page, 'setup-used');
    await other.context.close();
  });
});

describe('the operator', () => {
  it('makes a workspace, whose first admin comes by a link of its own', async () => {
    const { page } = olive;
    await signIn(page, 'olive');
    await page.waitForURL('**/dashboard');
    await page.goto('/operator');
    await page.getByRole('button', { name: 'New workspace' }).click();
    await page.getByLabel('Company').fill('Summit Roofing');
    await page.getByText('Trial', { exact: true }).click();
    await page.getByRole('button', { name: 'Make the workspace' }).click();
    const link = await page.getByRole('region', { name: 'Link' }).textContent();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Summit Roofing, Active/ }).waitFor();

    await susan.page.goto(link!.trim());
    await susan.page.getByRole('heading', { name: 'Set up Summit Roofing' }).waitFor();
    await fillPerson(susan.page, 'You, the admin', 'susan', 'summit');
    await susan.page.getByRole('button', { name: 'Make the account' }).click();
    await susan.page.waitForURL('**/login');
    await signIn(susan.page, 'susan');
    await susan.page.waitForURL('**/dashboard');
  });

  it('extends a trial', async () => {
    const { page } = olive;
    await page.goto('/operator');
    await look(page, 'operator');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('row', { name: /Summit Roofing/ }).click();
    await page.getByLabel('Extend by days').fill('30');
    await page.getByRole('button', { name: 'Extend the trial' }).click();
    await toast(page, 'Trial extended');
    // It lies over the limits.
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    const ends = new Date(Date.now() + 44 * 86_400_000);
    await page
      .getByText(ends.toLocaleDateString('en-US', { dateStyle: 'medium' }), { exact: false })
      .first()
      .waitFor();
  });

  it('sets a limit in place of the trial’s, and sees it when the workspace is opened again', async () => {
    const { page } = olive;
    const messages = page.getByLabel('Messages a day');
    await page.getByText("The plan's is 100", { exact: true }).waitFor();
    await messages.fill('250');
    await look(page, 'operator-limits');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Save the limits' }).click();
    await toast(page, 'Limits saved');
    // Which workspace is open stands in the address.
    await page.reload();
    await messages.waitFor();
    expect(await messages.inputValue()).toBe('250');
  });

  it('suspends a workspace, whose people read why, and ends it again', async () => {
    const { page } = olive;
    await page.getByLabel('Reason').fill('Unpaid invoices since June.');
    await page.getByRole('button', { name: 'Suspend the workspace' }).click();
    await toast(page, 'Summit Roofing is suspended');
    await page.getByText('Unpaid invoices since June.').first().waitFor();
    await look(page, 'operator-suspended');
    await page.setViewportSize({ width: 1440, height: 900 });

    const shut = await visit(product.origin);
    await shut.page.addInitScript(() => localStorage.setItem('last-tenant', '2'));
    await signIn(shut.page, 'susan');
    await shut.page.getByText(/This workspace is suspended\..*Unpaid invoices since June\./).waitFor();
    await shut.context.close();

    await page.getByRole('button', { name: 'End the suspension' }).click();
    await toast(page, 'Summit Roofing is active again');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('tab', { name: 'Activity' }).click();
    await page.getByText('Suspended Summit Roofing: Unpaid invoices since June.').waitFor();
    await look(page, 'operator-activity');
  });
});

describe('the status', () => {
  it('shows the operator every queue, and what stands in for a provider', async () => {
    const { page } = olive;
    await page.goto('/settings/status');
    const parts = page.getByRole('list', { name: 'Parts of the product' });
    await parts
      .getByRole('listitem')
      .filter({ hasText: 'Texts' })
      .getByText('Sandbox', { exact: true })
      .waitFor();
    // It is looked at each minute, and this may be the first.
    const queues = page.getByRole('table', { name: 'Queues' });
    await queues.getByText('journeys', { exact: true }).waitFor({ timeout: 90_000 });
    await look(page, 'status-operator');
    // The sweeper's first minute, which starts most functions, may not have ended yet.
    const status = () => fetch(`${product.origin}/api/status`);
    await expect.poll(async () => (await status()).status, { timeout: 100_000, interval: 5_000 }).toBe(200);
    expect((await status()).headers.get('cache-control')).toBe('public, max-age=15');
  });
});

describe("the customer's admin", () => {
  it('sees how her own connections stand, and nothing of the installation', async () => {
    const { page } = susan;
    await page.goto('/settings/status');
    await page
      .getByRole('list', { name: 'Parts of the product' })
      .getByText('E-mail', { exact: true })
      .waitFor();
    await look(page, 'status');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await page.getByRole('table', { name: 'Queues' }).count()).toBe(0);
  });

  it('reads in the audit log what the operator did, and finds it by its kind', async () => {
    // She had been signed in all the while.
    const { page } = susan;
    await page.goto('/audit');
    await page.getByText('Suspended Summit Roofing: Unpaid invoices since June.').waitFor();
    await look(page, 'audit');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Trial extended' }).click();
    await page.getByText(/^Extended the trial of Summit Roofing by 30 days/).waitFor();
    await page.getByText('Suspended Summit Roofing', { exact: false }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('action')).toBe('operator.trialExtended');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/^audit log \d{4}-\d\d-\d\d\.csv$/);
  });

  it('finds no console', async () => {
    const { page } = susan;
    await page.goto('/operator');
    await page.getByText('Access denied. operator role required.').waitFor();
    expect(susan.problems).toEqual([]);
    expect(olive.problems).toEqual([]);
  });
});
