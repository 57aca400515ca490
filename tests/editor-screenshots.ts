import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { visit } from './support/browser.ts';
import { demoPassword, type Product } from './support/product.ts';

const folder = join(import.meta.dirname, '../docs/screenshots/editor');
const schemes = ['light', 'dark'] as const;
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(700);
}

/** Each panel of the editor in light and dark at 1440 px, and the preview also on a phone at 390 px. */
export async function takeEditorPictures(product: Product): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { page, context } = await visit(product.origin, desk);
  await page.goto('/content-creator');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/content-creator$/);
  const caller = await product.signIn('admin');
  const { projects } = await caller.ask<{ projects: { id: string; name: string }[] }>(
    'GET',
    '/content/projects?search=Deal',
  );
  const { id } = projects.find(({ name }) => name === 'Deal closed')!;
  await page.goto(`/content-creator/${id}`);
  await page.getByRole('application', { name: 'Canvas' }).waitFor();

  const take = async (name: string) => {
    // No tooltip of what was pressed last.
    await page.mouse.move(720, 899);
    await settle(page);
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(200);
      await page.screenshot({ path: join(folder, `${name}-${scheme}.jpg`), type: 'jpeg', quality: 82 });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const tabs = page.getByRole('tablist', { name: 'Design Panel' });
  const labels = await tabs.getByRole('tab').allInnerTexts();
  for (const label of labels) {
    const tab = tabs.getByRole('tab', { name: label, exact: true });
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
    if (label !== 'Properties') await take(label.toLowerCase());
  }
  await tabs.getByRole('tab', { name: 'Properties', exact: true }).click();
  await page.getByLabel('Search elements of this project').fill('Three calls');
  await page.getByRole('option').first().click();
  const properties = page.getByRole('tabpanel', { name: 'Properties', exact: true });
  for (const label of ['Content', 'Style', 'Layout', 'Effects']) {
    await properties.getByRole('tab', { name: label, exact: true }).click();
    await take(`properties-${label.toLowerCase()}`);
  }
  for (const label of ['Layers', 'History']) {
    await page
      .getByRole('toolbar', { name: 'View' })
      .getByRole('button', { name: label, exact: true })
      .click();
    await take(label.toLowerCase());
  }
  await page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name: 'History' }).click();
  const canvasBar = page.getByRole('toolbar', { name: 'Canvas', exact: true });
  await canvasBar.getByRole('button', { name: 'Timeline' }).click();
  await page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: 'Presets' }).waitFor();
  await take('timeline');
  await canvasBar.getByRole('button', { name: 'Timeline' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await take('preview');
  await page.setViewportSize(phone);
  await take('preview-phone');
  await context.close();
}
