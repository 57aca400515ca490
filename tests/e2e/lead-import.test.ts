import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, visit } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

let product: Product;
beforeAll(async () => {
  product = await shareProduct();
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

const list = [
  'Full name;Cell;E-Mail;City;State;Deal value;Shoe size',
  'Ada Lovelace;(305) 555-0141;ada@example.com;Miami;FL;"12,500";38',
  'محمد علي;(212) 555-0142;ali@example.com;New York;NY;;41',
  'Bob Ray;1.5551E+10;bob@example.com;Austin;TX;;',
  'Ada Again;305-555-0141;;Miami;FL;;',
  'Zoë 🎉 Party;(415) 555-0143;zoe@example.com;San Francisco;CA;900;37',
  'Eve Short;(512) 555-0144',
].join('\n');

describe('an import in the browser', () => {
  it('goes from a file to leads, gives the refused rows back and is undone', async () => {
    const { page, problems } = await visit(product.origin);
    await signInOn(page, 'admin');

    await page.goto('/leads/imports');
    await page.getByText('Nothing has been imported yet').waitFor();
    await look(page, 'list-empty');
    await page.goto('/leads/import');
    await page.waitForURL('**/leads/imports/new');
    await page.getByText('Choose a CSV file or drop it here').waitFor();
    await look(page, 'upload');

    await page.locator('input[type=file]').setInputFiles({
      name: 'Spring fair.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(list),
    });
    await page.getByText('Spring fair.csv: 6 rows, 7 columns.').waitFor();
    const field = (name: string) => page.getByRole('combobox', { name: `Field for ${name}` });
    expect(await field('Cell').inputValue()).toBe('Mobile phone');
    expect(await field('Deal value').inputValue()).toBe('Deal amount');
    expect(await field('Shoe size').inputValue()).toBe('');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('1.5551E+10 is not a phone number.').waitFor();
    await preview.getByText('There is a lead with the number +13055550141 already.').waitFor();
    await look(page, 'columns');

    await page.getByRole('button', { name: 'Go on to the rules' }).click();
    await page.getByRole('textbox', { name: 'Source' }).fill('Spring fair');
    await page.getByRole('textbox', { name: 'Save this mapping as' }).fill('Fair lists');
    await look(page, 'rules');
    await page.getByRole('button', { name: 'Import 6 rows' }).click();
    await page.getByText('Done, some rows left out').waitFor();
    for (const [name, value] of [
      ['Rows', '6'],
      ['New leads', '3'],
      ['Skipped', '1'],
      ['Refused', '2'],
    ])
      await page.locator('dl > div', { hasText: name! }).getByText(value!, { exact: true }).waitFor();
    const reasons = page.getByRole('region', { name: 'Why rows were left out' });
    const shape = reasons.getByRole('listitem').filter({ hasText: 'The row has … values' });
    await shape.getByText('1 row', { exact: true }).waitFor();
    await shape.getByRole('button', { name: /^The row has/ }).click();
    await shape.getByRole('cell', { name: 'Eve Short' }).waitFor();
    await look(page, 'done');
    const ofReason = page.waitForEvent('download');
    await shape.getByRole('button', { name: /^Download 1 row: The row has/ }).click();
    expect((await ofReason).suggestedFilename()).toBe('Spring fair - not imported, one reason.csv');

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Rows left out' }).click();
    expect((await downloading).suggestedFilename()).toBe('Spring fair - not imported.csv');

    await page.getByRole('button', { name: 'Undo the import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo the import of 3 leads?' });
    await dialog.getByRole('button', { name: 'Undo the import' }).click();
    await page.getByText('3 leads were deleted.').waitFor();
    await page.goto('/leads/imports');
    await page.getByText('Spring fair.csv').waitFor();
    await look(page, 'list');
    // By the keyboard alone: the row is opened with Enter.
    await page.getByRole('row', { name: 'Spring fair.csv' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/leads/imports/imp_*');
    expect(problems).toEqual([]);
  }, 240_000);
});
