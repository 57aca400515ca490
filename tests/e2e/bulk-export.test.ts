import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { demoPassword, Product } from '#tests/support/product.ts';

/* Every sign of the office in one zip. */

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

describe('the bulk export', () => {
  it('asks for a project at least, and says what it will weigh', async () => {
    const { page } = maya;
    await page.goto('/content-creator');
    await page.getByLabel('Username').fill('agent');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Bulk export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bulk Export' });
    await dialog.getByRole('checkbox', { name: 'Deal closed' }).waitFor();
    await dialog.getByRole('button', { name: 'Start bulk export' }).click();
    await page.getByText('Please select at least one project').waitFor();
    await dialog.getByRole('button', { name: 'Select all' }).click();
    await dialog.getByText('4 projects, about 8.0 MB').waitFor();
    await expectAccessible(page);
  });

  it('downloads a zip with a picture of each project once it is ready', { timeout: 300_000 }, async () => {
    const { page } = maya;
    const dialog = page.getByRole('dialog', { name: 'Bulk Export' });
    await dialog.getByLabel('Width in px').fill('640');
    await dialog.getByLabel('Height in px').fill('');
    await dialog.getByLabel('Name of the zip').fill('All signs');
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 240_000 }),
      dialog.getByRole('button', { name: 'Start bulk export' }).click(),
      page.getByText('Bulk export started for 4 projects').waitFor(),
    ]);
    expect(download.suggestedFilename()).toBe('All signs.zip');
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    const files = unzipSync(Buffer.concat(parts));
    expect(Object.keys(files).sort()).toEqual([
      'Deal closed.png',
      'Deal of the day.png',
      'Leaderboard of the week.png',
      'Lobby welcome.png',
    ]);
    for (const bytes of Object.values(files)) {
      const png = Buffer.from(bytes);
      // What was no number is 1080.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([640, 1080]);
    }
    await dialog.getByRole('button', { name: 'Download All signs.zip' }).waitFor();
    await expectAccessible(page);
  });

  it('goes on after a kill in the middle', async () => {
    const caller = await product.signIn();
    const { projects } = await caller.ask<{ projects: { id: string }[] }>('GET', '/content/projects');
    const { id } = await caller.ask<{ id: string }>('POST', '/content/projects/bulk-export', {
      projectIds: projects.map((project) => project.id),
      exportType: 'image',
      options: { zipName: 'after a kill' },
    });
    await product.kill();
    await product.start();
    const again = await product.signIn();
    const end = Date.now() + 150_000;
    const status = () =>
      again.ask<{ status: string; downloadUrl: string | null }>('GET', `/content/bulk-exports/${id}`);
    let last = await status();
    while (last.status === 'processing' && Date.now() < end) {
      await maya.page.waitForTimeout(500);
      last = await status();
    }
    expect(last.status).toBe('completed');
    const zip = unzipSync(new Uint8Array(await (await fetch(last.downloadUrl!)).arrayBuffer()));
    expect(Object.keys(zip)).toHaveLength(4);
  });

  it('threw nothing and broke no content security policy on the way', () => {
    expect(maya.problems).toEqual([]);
  });
});
