import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginImport } from '#tests/support/begin-import.ts';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { download, look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* A long import that somebody watches, stops in the middle, lets go on, mends and has undone. */

let product: Product;
let admin: Caller;
let visitor: Visit;
const rows = 700;
/** Every hundredth row holds a phone that a spreadsheet has spoilt. */
const spoilt = (n: number) => n % 100 === 50;
const count = (n: number) => n.toLocaleString('en-US');
const refused = Array.from({ length: rows }, (_, n) => n).filter(spoilt).length;
const made = rows - refused;

interface State {
  status: string;
  created: number;
  failed: number;
  skipped: number;
}
const total = async () => (await admin.ask<{ total: number }>('GET', '/leads/statistics')).total;
const state = async () => {
  const id = new URL(visitor.page.url()).pathname.split('/').at(-1)!;
  return admin.ask<State>('GET', `/leads/imports/${id}`);
};

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  visitor = await visit(product.origin);
  await signInOn(visitor.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

it('is begun, and shows how far it is until somebody stops it', async () => {
  const { page } = visitor;
  const list = [
    'First name,Last name,Phone,State',
    ...Array.from({ length: rows }, (_, n) =>
      [`First${n}`, `Last${n}`, spoilt(n) ? '1.5551E+10' : `+1212${2_000_000 + n}`, 'NY'].join(','),
    ),
  ].join('\n');
  await beginImport(page, 'Long list.csv', list);
  const progress = page.getByRole('region', { name: 'Progress' });
  await progress.getByText('Importing', { exact: true }).waitFor();
  await expectAccessible(page);
  await expect.poll(async () => (await state()).created, { timeout: 60_000 }).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel the import?' });
  await dialog.getByRole('button', { name: 'Stop here' }).click();
  await progress.getByText('Cancelled', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
});

it('keeps what is in, and nothing more comes', async () => {
  const { page } = visitor;
  // What a worker had in hand is in or not: the figures and the leads say the same, and stay so.
  const settled = async () => {
    const before = await state();
    await page.reload();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    const after = await state();
    expect(after).toEqual(before);
    return after;
  };
  await expect.poll(settled).toMatchObject({ status: 'cancelled' });
  const { created } = await state();
  expect(created).toBeGreaterThan(0);
  expect(created).toBeLessThan(made);
  await page
    .locator('dl > div', { hasText: 'New leads' })
    .getByText(count(created), { exact: true })
    .waitFor();
  await page.getByText(/^\d{1,3} rows have not been worked yet\./).waitFor();
  await look(page, 'cancelled');
}, 90_000);

it('goes on where it stopped, to the end, with each row once', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Importing', { exact: true }).waitFor();
  await page.getByText('Done, some rows left out').waitFor({ timeout: 150_000 });
  expect(await state()).toMatchObject({
    status: 'completed',
    created: made,
    failed: refused,
    skipped: 0,
  });
  await page.getByText(`${refused} rows did not come in`).waitFor();
  await look(page, 'done');
}, 240_000);

it('gives the refused rows back with their reasons, and takes them mended', async () => {
  const { page } = visitor;
  const before = await total();
  const address = page.url();
  const file = await download(page, page.getByRole('button', { name: 'Rows left out' }));
  expect(file.name).toBe('Long list - not imported.csv');
  const out = parse(file.text, { columns: true, bom: true }) as Record<string, string>[];
  expect(out).toHaveLength(refused);
  const [first] = out;
  expect(Object.values(first!)).toContain('First50');
  expect(Object.values(first!).join(' ')).toContain('1.5551E+10 is not a phone number.');

  const mended = file.text.replaceAll('1.5551E+10"', '"').replaceAll(',1.5551E+10,', ',,');
  await page.getByRole('link', { name: 'Another list' }).click();
  await page.getByText('Choose a CSV file or drop it here').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Mended.csv', mimeType: 'text/csv', buffer: Buffer.from(mended) });
  await page.getByText(new RegExp(`Mended\\.csv: ${refused} rows`)).waitFor();
  await page.getByRole('button', { name: 'Go on to the rules' }).click();
  await page.getByRole('button', { name: `Import ${refused} rows` }).click();
  await page.getByText('Every row came in.').waitFor({ timeout: 60_000 });
  expect(await total()).toBe(before + refused);
  await page.goto(address);
});

it('is undone as a whole, but for what somebody has worked on', async () => {
  const { page } = visitor;
  const before = await total();
  const { leads } = await admin.ask<{ leads: { id: string }[] }>('POST', '/leads/search', {
    query: 'First7 Last7',
  });
  await admin.ask('PATCH', `/leads/${leads[0]!.id}`, { company: 'Kept by hand' });
  await page.getByRole('button', { name: 'Undo the import' }).click();
  const dialog = page.getByRole('dialog', { name: `Undo the import of ${count(made)} leads?` });
  await look(page, 'undo');
  await dialog.getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText(`${count(made - 1)} leads were deleted.`).waitFor({ timeout: 150_000 });
  await page.getByText('1 lead stayed, because somebody has changed it since.').waitFor();
  expect(await total()).toBe(before - (made - 1));
  expect(await admin.ask('GET', `/leads/${leads[0]!.id}`)).toMatchObject({ company: 'Kept by hand' });
  await look(page, 'undone');
  expect(visitor.problems).toEqual([]);
}, 240_000);
