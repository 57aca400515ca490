import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* Two journeys that put leads into each other: whoever closes the circle is asked, in the builder and in the list. */

let product: Product;
let alex: Visit;
let admin: Caller;
let first: string;

const step = (type: string, config: object) => ({
  entry: 'stp_1',
  steps: [{ id: 'stp_1', type, name: 'The step', config, next: {} }],
});
const make = async (name: string, graph: object) =>
  (await admin.ask<{ id: string }>('POST', '/journeys', { name, ...graph, reentry: { rule: 'always' } })).id;
const circle = () => alex.page.getByRole('dialog', { name: 'Leads would go in a circle' });
const said = /“Welcome” enters “Second call”; “Second call” enters “Welcome”/;

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  first = await make('Welcome', step('tag', { add: ['greeted'] }));
  await admin.ask('POST', `/journeys/${first}/publish`, {});
  const second = await make('Second call', step('enter', { journeyId: first }));
  await admin.ask('POST', `/journeys/${second}/publish`, {});
  await admin.ask('PUT', `/journeys/${first}`, step('enter', { journeyId: second }));
  alex = await visit(product.origin);
  await signInOn(alex.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

it('asks before a circle is published, and publishes it when it is meant', async () => {
  const { page } = alex;
  await page.goto(`/journeys/${first}`);
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await circle().getByText(said).waitFor();
  await look(page, 'circle-builder');
  await circle().getByRole('button', { name: 'Publish anyway' }).click();
  await page.getByText('Published: new leads get these steps').first().waitFor();
});

it('asks when leads may come in again, and keeps the old rule when it is not meant', async () => {
  const { page } = alex;
  await admin.ask('PUT', `/journeys/${first}`, { reentry: { rule: 'never' } });
  await page.goto(`/journeys/${first}`);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'Rules' }).click();
  const rule = page.getByRole('combobox', { name: 'A lead that has been in it may come' });
  await rule.click();
  await page.getByRole('option', { name: 'Always', exact: true }).click();
  await circle().getByText(said).waitFor();
  await look(page, 'circle-rules');
  await circle().getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => rule.inputValue()).toBe('Never again');
  const { reentry } = await admin.ask<{ reentry: { rule: string } }>('GET', `/journeys/${first}`);
  expect(reentry.rule).toBe('never');
});

it('asks before a paused journey goes on in a circle', async () => {
  const { page } = alex;
  await admin.ask('PATCH', `/journeys/${first}/toggle`, { status: 'paused' });
  await admin.ask('PUT', `/journeys/${first}`, { reentry: { rule: 'always' } });
  await page.goto('/journeys');
  await page.getByRole('button', { name: /^More for Welcome/ }).click();
  await page.getByRole('menuitem', { name: 'Resume' }).click();
  await circle().getByText(said).waitFor();
  await look(page, 'circle-resume');
  await circle().getByRole('button', { name: 'Cancel' }).click();
  await circle().waitFor({ state: 'detached' });
  const { status } = await admin.ask<{ status: string }>('GET', `/journeys/${first}`);
  expect(status).toBe('paused');
});

it('imports a journey of elsewhere without the template that is not here', async () => {
  const { page } = alex;
  const graph = step('email', {
    templateId: 'tpl_01J0000000000000000000000',
    subject: 'Hello',
    body: 'Hello',
  });
  await page.goto('/journeys');
  await page.getByRole('button', { name: 'Other ways to begin' }).click();
  await page.getByRole('menuitem', { name: /Import/ }).click();
  const journey = { name: 'From elsewhere', ...graph };
  await page.getByLabel('File of a journey').setInputFiles({
    name: 'journey.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'dealbell-journey-1', journey })),
  });
  await page.getByText('From elsewhere').waitFor();
  await look(page, 'journey-import');
  await page.getByRole('button', { name: 'Import as a draft' }).click();
  await page.waitForURL('**/journeys/jrn_*');
  await page.getByText('Leads come in').waitFor();
  await page.getByText('1 field was left empty').first().waitFor();
  await look(page, 'journey-imported');
});

it('shows an agent the journeys without what an admin alone may do', async () => {
  const maya = await visit(product.origin);
  await signInOn(maya.page, 'agent');
  await maya.page.goto('/journeys');
  await maya.page.getByText('Second call').first().waitFor();
  expect(await maya.page.getByRole('button', { name: 'New journey' }).count()).toBe(0);
  await look(maya.page, 'journeys-agent');
});
