import type { Page } from 'playwright-core';

/** Begins an import of leads by a CSV's text, as it is recognised, and waits for its page. */
export async function beginImport(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/leads/imports/new');
  await page.getByText('Choose a CSV file or drop it here').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByText(`${name}: `).waitFor();
  await page.getByRole('button', { name: 'Go on to the rules' }).click();
  await page.getByRole('button', { name: /^Import [\d,]+ rows|^Start the import/ }).click();
  await page.waitForURL('**/leads/imports/imp_*');
}
