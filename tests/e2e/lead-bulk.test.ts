import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* Everything that a filter finds, changed by one press: more leads than the list has loaded. */

/** As many as the list has after they were added: more than it loads at first. */
let size: number;
const filter = { all: [{ field: 'source', op: 'is', value: 'Fair' }] };
let product: Product;
let admin: Caller;
let alex: Visit;

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  for (let from = 0; from < 300; from += 60)
    await admin.ask('POST', '/leads/bulk', {
      leads: Array.from({ length: 60 }, (_, at) => ({
        firstName: `Visitor${from + at}`,
        phones: [`+1212555${4000 + from + at}`],
        source: 'Fair',
      })),
    });
  size = (await admin.ask<{ count: number }>('POST', '/leads/count', { filter })).count;
  expect(size).toBeGreaterThan(200);
  alex = await visit(product.origin);
  await signInOn(alex.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const bar = () => alex.page.getByRole('toolbar', { name: 'Leads that are selected' });
const tray = () => alex.page.getByRole('dialog', { name: 'Work in the background' });
const countOf = async (also: object) => {
  const asked = { filter: { all: [...filter.all, also] } };
  return (await admin.ask<{ count: number }>('POST', '/leads/count', asked)).count;
};

async function selectEverything() {
  const { page } = alex;
  await page.goto(`/leads?filter=${encodeURIComponent(JSON.stringify(filter))}`);
  await page.getByText('loaded, more below').waitFor();
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await bar().getByText('150 leads selected').waitFor();
  await bar().getByRole('button', { name: 'Select everything that matches' }).click();
  await bar().getByText(`${size} leads selected`).waitFor();
}

describe('everything that a filter finds', () => {
  it('is tagged by a job that says how far it is, and when it is done', async () => {
    const { page } = alex;
    await selectEverything();
    await look(page, 'bulk-everything');
    await bar().getByRole('button', { name: 'Tags' }).click();
    const tags = page.getByRole('dialog', { name: 'Tags', exact: true });
    await tags.getByRole('combobox', { name: 'Add', exact: true }).fill('Invited');
    await page.keyboard.press('Enter');
    await tags.getByRole('button', { name: 'Apply' }).click();
    await tray().waitFor();
    await look(page, 'bulk-progress');
    await tray().getByText(`Done: ${size} changed`).waitFor();
    await expectAccessible(page);
    await expect.poll(() => countOf({ field: 'tags', op: 'is', value: 'invited' })).toBe(size);
    await page.keyboard.press('Escape');
    // The rows follow, and the selection is still there for the next change.
    await page
      .getByRole('grid', { name: 'Leads' })
      .getByRole('button', { name: 'Tags: invited' })
      .first()
      .waitFor();
    await bar().getByText(`${size} leads selected`).waitFor();
  });

  it('is exported and texted as a whole', async () => {
    const { page } = alex;
    await selectEverything();
    await bar().getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export leads' });
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.getByText(new RegExp(`^${size} leads in Leads `)).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    // It is listed with all other work, with the way to its files.
    await page.getByRole('button', { name: /^Work in the background/ }).click();
    const listed = tray().getByRole('listitem', { name: 'Export leads' });
    await listed.getByText(`Done: ${size} exported`).waitFor();
    expect(await listed.getByRole('link', { name: 'Export leads' }).getAttribute('href')).toBe(
      '/leads/imports',
    );
    await page.keyboard.press('Escape');
    await bar().getByRole('button', { name: 'Text', exact: true }).click();
    await page.getByRole('heading', { name: 'New campaign' }).waitFor();
    await page.getByText(`${size} people`).waitFor();
  });

  it('is refused where more match by now than were shown', async () => {
    const { page } = alex;
    await selectEverything();
    await admin.ask('POST', '/leads', { firstName: 'Late', phones: ['+12125559999'], source: 'Fair' });
    await expect.poll(() => countOf({ field: 'firstName', op: 'is', value: 'Late' })).toBe(1);
    await bar().getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Proposal' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: `${size + 1} leads match now` })
      .waitFor();
    expect(await countOf({ field: 'status', op: 'is', value: 'proposal' })).toBe(0);
    expect(alex.problems).toEqual([]);
  });
});
