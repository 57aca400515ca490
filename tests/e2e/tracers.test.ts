import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit, visitWorkspace } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin looks people up, sees what it cost, and enriches leads; the operator gives the access and takes it. */

let product: Product;
let admin: Visit;
let ids: { june: string; ann: string };

beforeAll(async () => {
  product = await shareProduct();
  const caller = await product.signIn('admin');
  const operator = await product.signIn('operator', 1);
  await operator.ask('PUT', `/tracers/access/${product.tenantId}`, { enabled: true, monthlyLimit: 500 });
  const address = { street: '12 Maple Ave', city: 'Springfield', state: 'IL', postcode: '62701' };
  const add = async (firstName: string) =>
    (await caller.ask<{ id: string }>('POST', '/leads', { firstName, lastName: 'Tracewell', address })).id;
  ids = { june: await add('June'), ann: await add('Ann') };
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const choosePurpose = async () => {
  const { page } = admin;
  await page.getByRole('combobox', { name: 'Purpose' }).click();
  await page.getByRole('option', { name: /check and correct/ }).click();
};

describe('skip tracing', () => {
  it('finds a person for a purpose, once for money and then for nothing', async () => {
    const { page } = admin;
    await page.goto('/tracers');
    const form = page.getByRole('region', { name: 'Search', exact: true });
    const search = form.getByRole('button', { name: 'Search', exact: true });
    await search.click();
    await page.getByText('Please say what the search is for.').waitFor();
    await page.getByText(/Please give an e-mail address, or a last name/).waitFor();
    await page.getByLabel('First name').fill('June');
    await page.getByLabel('Last name').fill('Several');
    await page.getByLabel('City').fill('Springfield');
    await page.getByLabel('State').fill('IL');
    await choosePurpose();
    await page.getByText(/This may be billed/).waitFor();
    await search.click();
    await page.getByText(/3 people found\. Billed by the provider/).waitFor();
    await page.getByRole('article', { name: 'June J Several' }).first().getByText('Sibling').waitFor();
    await look(page, 'tracers-search');
    await search.click();
    await page.getByText(/nothing was billed/).waitFor();
    await page.getByText('By phone').click();
    await page.getByLabel('Phone number').fill('(217) 555-0188');
    await search.click();
    await page.getByText(/1 person found/).waitFor();
  });

  it('keeps each search with its purpose, and shows the month', async () => {
    const { page } = admin;
    await page.getByRole('tab', { name: 'History' }).click();
    await page
      .getByRole('row', { name: /555-0188/ })
      .getByText('Found')
      .waitFor();
    await page.getByText('Kept answer, free').first().waitFor();
    await look(page, 'tracers-history');
    await page.getByRole('tab', { name: 'Usage' }).click();
    await page.getByText(/of 500 searches used/).waitFor();
    await look(page, 'tracers-usage');
  });

  it('is connected by credentials that the provider takes', async () => {
    const { page } = admin;
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText('To the sandbox').waitFor();
    await page.getByLabel('Access profile').fill('sandbox-wrong');
    await page.getByLabel('Password', { exact: true }).fill('secret');
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.getByText(/does not take the credentials.*Nothing was kept/).waitFor();
    await page.getByLabel('Access profile').fill('sandbox-story');
    await page.getByLabel('Password', { exact: true }).fill('sandbox-story');
    await page.getByLabel('Price of a search').fill('0.35');
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.getByText('One is set. It is never shown.').waitFor();
    await page.getByText(/The sandbox of Tracers answers/).waitFor();
    await look(page, 'tracers-settings');
  });

  it('fills in what a lead lacks, by what is ticked', async () => {
    const { page } = admin;
    await page.goto(`/leads/${ids.june}`);
    await page.getByRole('button', { name: 'Actions for this lead' }).click();
    await page.getByRole('menuitem', { name: 'Enrich' }).click();
    const dialog = page.getByRole('dialog');
    await choosePurpose();
    await dialog.getByText(/up to \$0\.35/).waitFor();
    await dialog.getByRole('button', { name: 'Look up' }).click();
    await dialog.getByText('June J Tracewell').waitFor();
    await dialog.getByText(/Billed \$0\.35/).waitFor();
    await look(page, 'tracers-enrich');
    await dialog.getByLabel(/^E-mail:/).uncheck();
    await dialog.getByRole('button', { name: 'Fill in 2 values' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Filled in phone by skip tracing').waitFor();
    await page.getByText('june.tracewell@example.com').waitFor({ state: 'detached' });
  });

  it('enriches chosen leads in the background', async () => {
    const { page } = admin;
    await page.goto('/leads');
    await page.getByRole('checkbox', { name: /Ann Tracewell/ }).check();
    await page.getByRole('button', { name: 'Enrich', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await choosePurpose();
    await dialog.getByLabel('Fill in empty fields at once').check();
    await dialog.getByText(/This may be billed/).waitFor();
    await look(page, 'tracers-bulk');
    await dialog.getByRole('button', { name: 'Enrich them' }).click();
    const caller = await product.signIn('admin');
    await eventually(async () => {
      const lead = await caller.ask<{ phones: unknown[]; email: string }>('GET', `/leads/${ids.ann}`);
      expect([lead.phones.length, lead.email]).toEqual([2, 'ann.tracewell@example.com']);
    }, 30_000);
  });

  it('is the operator’s to switch on and off', async () => {
    visitWorkspace(1);
    const operator = await visit(product.origin);
    await signInOn(operator.page, 'operator');
    await operator.page.goto(`/operator?tenant=${product.tenantId}`);
    const panel = operator.page.getByRole('dialog');
    const access = panel.getByLabel('May look people up');
    await access.waitFor();
    await access.uncheck();
    await look(operator.page, 'tracers-access');
    await panel.getByRole('button', { name: 'Save the access' }).click();
    await operator.page.getByText('Access saved').waitFor();
    await admin.page.goto('/tracers');
    await admin.page.getByText('Skip tracing is not switched on for this workspace').waitFor();
    await look(admin.page, 'tracers-no-access');
  });
});
