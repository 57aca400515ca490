import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { demoPassword, Product } from '#tests/support/product.ts';

/* The main job as a person does it: sign in, draw a sign, export it, publish it, and watch the display change. */

const words = 'We closed Hartwell Homes';
let product: Product;
let maya: Visit;

beforeAll(async () => {
  product = await Product.start();
  maya = await visit(product.origin);
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

async function downloaded(format: string, { seconds }: { seconds?: number } = {}): Promise<Buffer> {
  const { page } = maya;
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(format, { exact: true }).click();
  if (seconds) await dialog.getByLabel('Length in seconds').fill(String(seconds));
  await dialog.getByRole('button', { name: `Export ${format}` }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    // It appears when the export is completed.
    dialog.getByRole('button', { name: new RegExp(`^Download .*\\.${format.toLowerCase()}$`) }).click(),
  ]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  await page.keyboard.press('Escape');
  return Buffer.concat(parts);
}

describe('the main job', () => {
  it('signs in, and says so when the password is wrong', async () => {
    const { page } = maya;
    await page.goto('/content-creator');
    await page.getByLabel('Username').fill('agent');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Invalid username or password.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Content creator' }).waitFor();
    await page.getByText('Leaderboard of the week').waitFor();
    await expectAccessible(page);
  });

  it('draws a sign with a text and a shape, and keeps it', async () => {
    const { page } = maya;
    await page.getByRole('button', { name: 'New project' }).first().click();
    await page.waitForURL(/content-creator\/prj_/);
    await page.getByRole('application', { name: 'Canvas' }).waitFor();
    await page.getByRole('button', { name: /^Add Shape\./ }).click();
    await page.getByText('1 element', { exact: true }).waitFor();
    // Two creations within half a second count as one (document 000, section 9).
    await page.waitForTimeout(600);
    await page.getByRole('button', { name: /^Add Text\./ }).click();
    await page.getByText('2 elements', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Properties' }).click();
    await page.getByLabel('Text', { exact: true }).fill(words);
    await page.getByText('Unsaved').first().waitFor();
    await page.getByRole('application', { name: 'Canvas' }).focus();
    await page.keyboard.press('Control+s');
    await page.getByText('Project saved successfully!').waitFor();
    await page.reload();
    await page.getByText('2 elements', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('exports it as PNG and as a PDF that can be searched', async () => {
    const png = await downloaded('PNG');
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1920, 1080]);
    const pdf = await downloaded('PDF');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('exports it as a video that begins to play at once', async () => {
    const mp4 = await downloaded('MP4', { seconds: 2 });
    expect(mp4.subarray(4, 8).toString()).toBe('ftyp');
    expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'));
  });

  it('publishes it, and the display shows it within two seconds', async () => {
    const { page, context } = maya;
    const caller = await product.signIn();
    const { displays } = await caller.ask<{ displays: { name: string; previewUrl: string }[] }>(
      'GET',
      '/optisigns/displays',
    );
    const display = await context.newPage();
    await display.goto(displays[0]!.previewUrl);
    await display.getByText('Nothing is published to this display yet.').waitFor();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: displays[0]!.name }).check();
    await dialog.getByRole('button', { name: /^Publish/ }).click();
    await page.getByText('Published successfully! 1 displays updated.').waitFor();
    const sign = display.frameLocator('iframe.on').getByRole('img', { name: new RegExp(words) });
    await sign.waitFor({ timeout: 10_000 });
    await display.close();
  });

  it('threw nothing and broke no content security policy on the way', () => {
    expect(maya.problems).toEqual([]);
  });
});
