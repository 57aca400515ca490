import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { takeEditorPictures } from './editor-screenshots.ts';
import { takeJourneyPictures } from './journey-screenshots.ts';
import { takeLeadPictures } from './lead-screenshots.ts';
import { takeMessagePictures } from './message-screenshots.ts';
import { closeBrowser, visit } from './support/browser.ts';
import { demoPassword, Product } from './support/product.ts';

/* `npm run screenshots`: makes the pictures of the README and docs again, from a fresh start of the product. */

const folder = join(import.meta.dirname, '../docs/screenshots');
mkdirSync(folder, { recursive: true });
const file = (name: string) => join(folder, `${name}.png`);

const product = await Product.start();
try {
  const { page, context } = await visit(product.origin);
  const settle = async () => {
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(700);
  };
  await page.goto('/login');
  await settle();
  await page.screenshot({ path: file('sign-in') });
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');

  const caller = await product.signIn('admin');
  const { displays } = await caller.ask<{ displays: { name: string; previewUrl: string }[] }>(
    'GET',
    '/optisigns/displays',
  );
  const display = await context.newPage();
  await display.setViewportSize({ width: 1280, height: 720 });
  await display.goto(displays[0]!.previewUrl);
  await page.bringToFront();

  await page.goto('/content-creator');
  await page.getByText('Deal closed').first().click();
  await page.getByRole('application', { name: 'Canvas' }).waitFor();
  await settle();
  await page.screenshot({ path: file('editor') });
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: displays[0]!.name }).check();
  await settle();
  await page.screenshot({ path: file('publish') });
  await dialog.getByRole('button', { name: /^Publish/ }).click();
  await page.getByText('Published successfully!', { exact: false }).waitFor();
  await display.frameLocator('iframe.on').getByRole('img').waitFor();
  await display.waitForTimeout(800);
  await display.screenshot({ path: file('display') });

  await page.goto('/displays');
  await settle();
  await page.screenshot({ path: file('displays') });
  await takeLeadPictures(page, caller, settle, file);
  await takeMessagePictures(page, caller, settle, file);
  await takeJourneyPictures(page, caller, settle, file);
  await page.goto('/dashboard');
  await settle();
  await page.screenshot({ path: file('dashboard') });
  await page.setViewportSize({ width: 390, height: 844 });
  await settle();
  await page.screenshot({ path: file('dashboard-phone') });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/content-creator');
  await page.getByText('Lobby welcome').first().click();
  await page.getByRole('application', { name: 'Canvas' }).waitFor();
  await settle();
  await page.screenshot({ path: file('editor-dark') });
  await takeEditorPictures(product);
} finally {
  await closeBrowser();
  await product.stop();
}
