import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegPath } from '#infra/local/mediaconvert/ffmpeg.ts';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { demoPassword, type Product } from '#tests/support/product.ts';
import { attachProduct } from '#tests/support/workspace.ts';

/* The asset library: upload, find, look at, put on the canvas, delete. */

let product: Product;
let maya: Visit;
const folder = mkdtempSync(join(tmpdir(), 'dealbell-assets-'));

beforeAll(async () => {
  writeFileSync(join(folder, 'logo.png'), PNG.sync.write(new PNG({ width: 40, height: 20 })));
  execFileSync(ffmpegPath(folder), [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=2'],
    ...['-c:v', 'libvpx', '-pix_fmt', 'yuv420p', join(folder, 'tour.webm')],
  ]);
  product = attachProduct();
  maya = await visit(product.origin);
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the asset library', () => {
  it('takes a picture and a video, and takes the video’s picture in the browser', async () => {
    const { page } = maya;
    await page.goto('/content-creator');
    await page.getByLabel('Username').fill('agent');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'New project', exact: true }).first().click();
    await page.waitForURL(/content-creator\/prj_/);
    await page.getByRole('tab', { name: 'Assets' }).click();
    await page.getByRole('button', { name: 'Add Demo bell to the canvas' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open library' }).click();
    const library = page.getByRole('dialog', { name: 'Asset Library' });
    await library.getByLabel('Tags of what you upload').fill('office');
    await library.getByRole('button', { name: 'Add', exact: true }).click();
    await library
      .locator('input[type=file]')
      .setInputFiles([join(folder, 'logo.png'), join(folder, 'tour.webm')]);
    const video = library.getByRole('button', { name: 'Add tour.webm to the canvas' });
    await video.waitFor();
    await video.locator('img[src$="thumbnail.jpg"]').waitFor();
    await expectAccessible(page);
  });

  it('finds by type, tag and word, and says when there is nothing', async () => {
    const { page } = maya;
    const library = page.getByRole('dialog', { name: 'Asset Library' });
    await library.getByRole('combobox', { name: 'Tag', exact: true }).click();
    await page.getByRole('option', { name: 'office' }).click();
    await library.getByRole('button', { name: 'Add Demo bell to the canvas' }).waitFor({ state: 'detached' });
    await library.getByRole('combobox', { name: 'Type of asset' }).click();
    await page.getByRole('option', { name: 'Audio' }).click();
    await library.getByText('No assets found').waitFor();
    await library.getByRole('combobox', { name: 'Type of asset' }).click();
    await page.getByRole('option', { name: 'Image' }).click();
    await library.getByRole('button', { name: 'Add logo.png to the canvas' }).waitFor();
    expect(await library.getByRole('list', { name: 'Assets' }).getByRole('listitem').count()).toBe(1);
  });

  it('shows them as a list with type, size and tags, and as a grid of pictures', async () => {
    const { page } = maya;
    const library = page.getByRole('dialog', { name: 'Asset Library' });
    const assets = library.getByRole('list', { name: 'Assets' });
    const details = assets.getByText(/^image, .*, office$/);
    expect(await details.count()).toBe(0);
    const inGrid = await assets.getByRole('listitem').first().boundingBox();
    await library.getByLabel('List', { exact: true }).click();
    await details.waitFor();
    await expectAccessible(page);
    const inList = await assets.getByRole('listitem').first().boundingBox();
    expect(inList!.height).toBeLessThan(inGrid!.height);
    await library.getByLabel('Grid', { exact: true }).click();
    await details.waitFor({ state: 'detached' });
  });

  it('shows one at its full size, puts it on the canvas, and deletes it', async () => {
    const { page } = maya;
    const library = page.getByRole('dialog', { name: 'Asset Library' });
    await library.getByRole('button', { name: 'More about logo.png' }).click();
    await page.getByRole('menuitem', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'logo.png' });
    await preview.getByRole('img', { name: 'logo.png' }).waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expectAccessible(page);
    await preview.getByRole('button', { name: 'Add to canvas' }).click();
    await page.getByText('logo.png added to canvas').waitFor();
    await page.getByText('1 element', { exact: true }).waitFor();
    // What was just put on the canvas is saved before it counts as a use.
    await page.getByRole('application', { name: 'Canvas' }).focus();
    await page.keyboard.press('Control+s');
    await page.getByText('Project saved successfully!').waitFor();
    await page.getByRole('button', { name: 'More about logo.png' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete logo.png?' });
    await question.getByRole('list', { name: 'Where it is used' }).getByText('Project New Project').waitFor();
    await expectAccessible(page);
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, 'asset-in-use.png') });
    await question.getByRole('button', { name: 'Delete asset' }).click();
    await page.getByText('logo.png deleted').waitFor();
    await page.getByRole('button', { name: 'Add logo.png to the canvas' }).waitFor({ state: 'detached' });
  });

  it('offers the photos of the reps beside them', async () => {
    const { page } = maya;
    await page.getByRole('tab', { name: 'Reps' }).click();
    await page.getByText('Maya Chen').first().waitFor();
    await expectAccessible(page);
  });

  it('threw nothing and broke no content security policy on the way', () => {
    expect(maya.problems).toEqual([]);
  });
});
