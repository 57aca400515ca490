import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* The list of projects: folders, tags, orders, and changes of many at once. */

let product: Product;
let maya: Visit;
const names = ['Spring 1', 'Spring 2', 'Spring 10', 'Summer'];

beforeAll(async () => {
  product = await shareProduct();
  const caller = await product.signIn('agent');
  for (const name of names) await caller.ask('POST', '/content/projects', { name });
  maya = await visit(product.origin);
  await signInOn(maya.page, 'agent');
  await maya.page.goto('/content-creator');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const card = (name: string) =>
  maya.page.getByRole('article').filter({ has: maya.page.getByRole('link', { name, exact: true }) });
const tile = (name: string) =>
  maya.page.getByRole('listitem').filter({ has: maya.page.getByRole('button', { name: `Open ${name}` }) });
const links = () => maya.page.getByRole('article').getByRole('link').allTextContents();

it('puts projects into a folder by dragging and by the bar, and opens it by its address', async () => {
  const { page } = maya;
  await card('Spring 1').waitFor();
  await page.getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill('Season');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make folder' }).click();
  await tile('Season').getByText('0 projects').waitFor();
  await card('Spring 1').dragTo(tile('Season'));
  await page.getByText('1 project moved to “Season”').waitFor();
  await card('Spring 1').waitFor({ state: 'detached' });
  for (const name of ['Spring 2', 'Spring 10'])
    await page.getByLabel(`Select ${name}`, { exact: true }).check({ force: true });
  const bar = page.getByRole('toolbar', { name: 'Projects that are selected' });
  await bar.getByText('2 projects selected').waitFor();
  await look(page, 'projects-selected');
  await bar.getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('menuitem', { name: 'Season' }).click();
  await tile('Season').getByText('3 projects').waitFor();
  await look(page, 'projects');
  await page.getByRole('button', { name: 'Open Season' }).click();
  await page.waitForURL(/folder=fld_/);
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Name', exact: true }).click();
  await page.waitForURL(/sort=name/);
  await page.reload();
  await card('Spring 10').waitFor();
  expect(await links()).toEqual(['Spring 1', 'Spring 2', 'Spring 10']);
});

it('tags projects, filters by a tag over all folders, and moves by the menu', async () => {
  const { page } = maya;
  for (const name of ['Spring 1', 'Spring 2'])
    await page.getByLabel(`Select ${name}`, { exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Tags…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags of 2 projects' });
  await dialog.getByLabel('Tags', { exact: true }).fill('lobby');
  await dialog.getByLabel('Tags', { exact: true }).press('Enter');
  await dialog.getByRole('button', { name: 'Save tags' }).click();
  await page.getByText('2 projects tagged').waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await look(page, 'projects-folder');
  await page.getByRole('button', { name: 'All projects' }).click();
  await page.getByRole('combobox', { name: 'Tag' }).click();
  await page.getByRole('option', { name: 'lobby (2)' }).click();
  await page.waitForURL(/tag=lobby/);
  await card('Spring 1').waitFor();
  await expect.poll(links).toEqual(['Spring 1', 'Spring 2']);
  await page.getByRole('button', { name: 'More for Spring 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move to' }).hover();
  await page.getByRole('menuitem', { name: 'No folder' }).click();
  await page.getByText('1 project moved out of the folder').waitFor();
});

it('deletes a folder with a place for what lies in it, and many projects at once', async () => {
  const { page } = maya;
  await page.goto('/content-creator?sort=name');
  await tile('Season').getByText('2 projects').waitFor();
  await tile('Season').getByRole('button', { name: 'Actions for Season' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the folder “Season”?' });
  await question.getByText('2 projects lie in it.').waitFor();
  await question.getByLabel('Move them to').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete folder' }).click();
  await card('Spring 10').waitFor();
  for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check({ force: true });
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete projects' }).click();
  await page.getByText('4 projects deleted').waitFor();
  await card('Summer').waitFor({ state: 'detached' });
  expect(maya.problems).toEqual([]);
});
