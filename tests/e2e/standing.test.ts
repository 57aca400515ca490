import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { type Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { endTrial } from '#tests/support/trial.ts';

/*
 * A workspace whose trial ends, and which the operator extends: what its people read over every page, what they can
 * still press, and what the server answers them.
 */

let product: Product;
let alex: Visit;
let olive: Visit;
let admin: Caller;

const tenant = 1;
const overText = 'The trial is over. Nothing can be changed or sent until the workspace gets a plan.';
const banner = (page: Page) => page.getByRole('status', { name: 'Your workspace' });
const addLead = (page: Page) => page.getByRole('button', { name: 'Add lead', exact: true }).first();

async function openWorkspace(page: Page): Promise<void> {
  await page.goto(`/operator?tenant=${tenant}`);
  await page.getByLabel('Reason').waitFor();
}

beforeAll(async () => {
  product = await Product.start();
  admin = await product.signIn('admin');
  const operator = await product.signIn('operator');
  await operator.ask('PUT', `/platform/tenants/${tenant}/plan`, { plan: 'trial' });
  await endTrial(product, tenant);
  [alex, olive] = [await visit(product.origin), await visit(product.origin)];
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

it('a workspace whose trial is over is read-only, and says so over every page and on what it would refuse', async () => {
  const { page } = alex;
  await signInOn(page, 'admin');
  await page.goto('/leads');
  await banner(page).getByText('The trial is over.').waitFor();
  expect(await banner(page).innerText()).toContain('please write to the support of the platform');
  await addLead(page).waitFor();
  expect(await addLead(page).getAttribute('aria-disabled')).toBe('true');
  expect(await addLead(page).getAttribute('aria-description')).toBe(overText);
  await addLead(page).hover();
  await page.getByRole('tooltip').getByText(overText).waitFor();
  await addLead(page).press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await look(page, 'trial-over');

  const refused = await product.call('POST', '/leads', {
    token: admin.token,
    body: { firstName: 'Rosa', phone: '+15125550199' },
  });
  expect(refused).toMatchObject({ status: 403, body: { code: 'trial_over' } });
});

it('says it over the canvas too, where the journey is then for reading', async () => {
  const { page } = alex;
  const { journeys } = await admin.ask<{ journeys: { id: string }[] }>('GET', '/journeys');
  await page.goto(`/journeys/${journeys[0]!.id}`);
  await banner(page).getByText('The trial is over.').waitFor();
  await page.getByText('Read only', { exact: true }).waitFor();
  await look(page, 'trial-over-canvas');
});

it('works again when the operator has extended the trial', async () => {
  await signInOn(olive.page, 'operator');
  await openWorkspace(olive.page);
  await olive.page.getByLabel('Extend by days').fill('30');
  await olive.page.getByRole('button', { name: 'Extend the trial' }).click();
  await olive.page.getByText('Trial extended', { exact: true }).first().waitFor();

  const { page } = alex;
  await page.goto('/leads');
  await addLead(page).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('First name').fill('Rosa');
  await form.getByLabel('Phone', { exact: true }).fill('+1 512 555 0199');
  await form.getByRole('button', { name: /^Add/ }).first().click();
  await page.getByText('Rosa', { exact: false }).first().waitFor();
  expect(await banner(page).count()).toBe(0);
});
