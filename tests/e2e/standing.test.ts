import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { type Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { endTrial } from '#tests/support/trial.ts';

/*
 * A workspace whose trial ends and which the operator extends, and one that the operator suspends and lets go again:
 * what its people read over every page, what they can still press, and what the server answers them.
 */

let product: Product;
let alex: Visit;
let olive: Visit;
let admin: Caller;
/** A page of Alex's with the content editor, which stays open from the trial's end to its extension. */
let editor: Page;
let projectId: string;

const tenant = 1;
const overText = 'The trial is over. Nothing can be changed or sent until the workspace gets a plan.';
const suspendedText =
  'This workspace is suspended. Please write to the support of the platform. The reason given: Unpaid invoices since June.';
const banner = (page: Page) => page.getByRole('status', { name: 'Your workspace' });
const addLead = (page: Page) => page.getByRole('button', { name: 'Add lead', exact: true }).first();

async function openWorkspace(page: Page): Promise<void> {
  await page.goto(`/operator?tenant=${tenant}`);
  await page.getByLabel('Reason').waitFor();
}

/** The control is there, does nothing, and says why to the eye and to a screen reader. */
async function expectHeld(control: Locator, reason: string): Promise<void> {
  await control.waitFor();
  // A page that has just been opened is told how the workspace stands a moment later.
  await expect.poll(() => control.getAttribute('aria-disabled')).toBe('true');
  expect(await control.getAttribute('aria-description')).toBe(reason);
  await control.hover();
  await control.page().getByRole('tooltip').getByText(reason).waitFor();
}

const addRosa = (token: string) =>
  product.call('POST', '/leads', {
    token,
    body: { firstName: 'Rosa', phones: [{ number: '+15125550199' }] },
  });

beforeAll(async () => {
  product = await Product.start();
  admin = await product.signIn('admin');
  const operator = await product.signIn('operator');
  const { projects } = await admin.ask<{ projects: { id: string }[] }>('GET', '/content/projects');
  projectId = projects[0]!.id;
  for (const [at, lastName] of ['Almeida', 'Berg', 'Costa'].entries())
    await admin.ask('POST', '/leads', {
      firstName: 'Ana',
      lastName,
      phones: [{ number: `+1512555013${at}` }],
    });
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
  await expectHeld(addLead(page), overText);
  await addLead(page).press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await look(page, 'trial-over');
  expect(await addRosa(admin.token)).toMatchObject({ status: 403, body: { code: 'trial_over' } });
});

it('holds a bulk bar, a menu of a row, a form and a field that saves by itself', async () => {
  const { page } = alex;
  await page
    .getByRole('checkbox', { name: /^Select Ana/ })
    .first()
    .check();
  const bar = page.getByRole('toolbar', { name: 'Leads that are selected' });
  await expectHeld(bar.getByRole('button', { name: 'Delete' }), overText);
  await bar.getByRole('button', { name: 'Status' }).click({ force: true });
  expect(await page.getByRole('menu').count()).toBe(0);
  await look(page, 'trial-over-bulk');

  const { leads } = await admin.ask<{ leads: { id: string; status: string }[] }>('GET', '/leads?limit=1');
  await page.goto(`/leads/${leads[0]!.id}`);
  const status = page.getByRole('combobox', { name: 'Status' });
  await expectHeld(status, overText);
  await status.click({ force: true });
  await status.press('ArrowDown');
  expect(await page.getByRole('option').count()).toBe(0);
  await look(page, 'trial-over-lead');

  await page.goto('/users');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .nth(1)
    .click();
  const remove = page.getByRole('menuitem', { name: 'Remove' });
  await expectHeld(remove, overText);
  await remove.press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(0);

  await page.goto('/settings/workspace');
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await page.getByLabel('Name', { exact: true }).press('Enter');
  await expectHeld(page.getByRole('button', { name: 'Save changes' }), overText);
  expect(sent).toEqual([]);
  await look(page, 'trial-over-settings');
});

it('leaves what is about one’s own account alone', async () => {
  const { page } = alex;
  await page.goto('/settings/two-step');
  const turnOn = page.getByRole('button', { name: 'Turn on two-step sign-in' });
  await turnOn.click();
  await page.getByRole('dialog').getByLabel('Your password').waitFor();
  expect(await turnOn.getAttribute('aria-disabled')).toBeNull();
});

it('says it over the canvas too, where the journey is then for reading', async () => {
  const { page } = alex;
  const { journeys } = await admin.ask<{ journeys: { id: string }[] }>('GET', '/journeys');
  await page.goto(`/journeys/${journeys[0]!.id}`);
  await banner(page).getByText('The trial is over.').waitFor();
  await page.getByText('Read only', { exact: true }).waitFor();
  await look(page, 'trial-over-canvas');
});

it('keeps what is edited in the content editor on the device', async () => {
  editor = await alex.context.newPage();
  await editor.goto(`/content-creator/${projectId}`);
  await banner(editor).getByText('The trial is over.').waitFor();
  const name = editor.getByLabel('Project name');
  await name.fill('Kept while the trial was over');
  await name.press('Enter');
  await editor.getByRole('status').getByText('Kept on this device', { exact: true }).waitFor();
  await expectHeld(editor.getByRole('button', { name: 'Save', exact: true }), overText);
  await look(editor, 'trial-over-editor');
  await editor.getByRole('application', { name: 'Canvas' }).focus();
  await editor.keyboard.press('Control+s');
  await editor.getByText('Kept on this device, and saved when the workspace works again').first().waitFor();

  await editor.reload();
  await editor.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await editor.getByRole('status').getByText('Kept on this device', { exact: true }).waitFor();
});

it('works again by itself when the operator has extended the trial, and saves what was kept', async () => {
  const { page } = alex;
  await page.goto('/leads');
  await banner(page).getByText('The trial is over.').waitFor();
  await signInOn(olive.page, 'operator');
  await openWorkspace(olive.page);
  await olive.page.getByLabel('Extend by days').fill('30');
  await olive.page.getByRole('button', { name: 'Extend the trial' }).click();
  await olive.page.getByText('Trial extended', { exact: true }).first().waitFor();

  await banner(page).waitFor({ state: 'detached' });
  await addLead(page).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('First name').fill('Rosa');
  await form.getByLabel('Phone', { exact: true }).fill('+1 512 555 0199');
  await form.getByRole('button', { name: /^Add/ }).first().click();
  await page.getByText('Rosa', { exact: false }).first().waitFor();

  const nameOnServer = async () =>
    (await admin.ask<{ name: string }>('GET', `/content/projects/${projectId}`)).name;
  await expect.poll(nameOnServer).toBe('Kept while the trial was over');
  await editor.close();
});

it('a suspended workspace is told why as soon as a call is refused, and holds what would be refused', async () => {
  const { page } = alex;
  await page.goto('/leads');
  await addLead(page).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('First name').fill('Bruno');
  await form.getByLabel('Phone', { exact: true }).fill('+1 512 555 0198');

  await olive.page.getByLabel('Reason').fill('Unpaid invoices since June.');
  await olive.page.getByRole('button', { name: 'Suspend the workspace' }).click();
  await olive.page.getByRole('button', { name: 'End the suspension' }).waitFor();

  const add = form.getByRole('button', { name: /^Add/ }).first();
  // Another call of the page may have been refused already.
  if ((await add.getAttribute('aria-disabled')) !== 'true') await add.click();
  await banner(page).getByText(suspendedText).waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expectHeld(addLead(page), suspendedText);
  expect(await addRosa(admin.token)).toMatchObject({
    status: 403,
    body: { code: 'suspended', error: suspendedText },
  });
});

it('says it on a page that is loaded then too, and on what is about one’s own account', async () => {
  const { page } = alex;
  await page.reload();
  await banner(page).getByText(suspendedText).waitFor();
  await expectHeld(addLead(page), suspendedText);
  await look(page, 'suspended');
  await page.goto('/settings/password');
  await expectHeld(page.getByRole('button', { name: /password/i }).last(), suspendedText);
  await look(page, 'suspended-settings');
});

it('comes back by itself when the operator ends the suspension', async () => {
  const { page } = alex;
  await page.goto('/leads');
  await banner(page).getByText(suspendedText).waitFor();
  // Without the toast of before over the button.
  await olive.page.reload();
  await olive.page.getByRole('button', { name: 'End the suspension' }).click();
  await banner(page).waitFor({ state: 'detached' });
  await page.getByText('Rosa', { exact: false }).first().waitFor();
  expect(await addLead(page).getAttribute('aria-disabled')).toBeNull();
  await addLead(page).click();
  await page.getByRole('dialog').getByLabel('First name').waitFor();
});
