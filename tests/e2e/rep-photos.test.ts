import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#infra/local/paths.ts';
import type { RepPhoto } from '#shared/model/rep-photo.ts';
import { newElement } from '#shared/scene/registry.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { demoPassword, type Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* Photos of reps are added, found, looked at, used on a sign and in a video, counted, and deleted. */

/** A photo of six people that the library of face detection brings along. */
const samplePhoto = join(projectRoot, 'node_modules/@vladmandic/face-api/demo/sample6.jpg');

let product: Product;
let admin: Visit;
let portrait: (name: string, color: string) => Promise<{ name: string; mimeType: string; buffer: Buffer }>;

beforeAll(async () => {
  product = await shareProduct();
  portrait = async (name, color) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="600"><path fill="${color}" d="M0 0h480v600H0z"/>
<path fill="#334155" d="M60 600q20-170 180-170t180 170z"/><circle cx="240" cy="270" r="125" fill="#e5b08c"/></svg>`,
      ),
    )
      .jpeg()
      .toBuffer(),
  });
  const caller = await product.signIn('admin');
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement('sales_rep_photo', { id: 'x', x: 40, y: 40, layerOrder: 0 });
  await caller.ask('POST', '/content/projects', { name: 'Lobby', elements: [] });
  await caller.ask('POST', '/content/templates', {
    name: 'Bell',
    category: 'celebration',
    isPublic: true,
    templateData: { elements: [element], canvasBackground: { type: 'solid', color: '#102030' } },
  });
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

/** A picture of noise, which is more than one call takes. */
const large = async () => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: await sharp(randomBytes(1_400 * 1_400 * 3), { raw: { width: 1_400, height: 1_400, channels: 3 } })
    .png()
    .toBuffer(),
});

const dialog = (name: string) => admin.page.getByRole('dialog', { name });
const choose = async (item: string) => {
  await admin.page.getByRole('button', { name: 'More', exact: true }).click();
  await admin.page.getByRole('menuitem', { name: item }).click();
};
const says = (text: string) => admin.page.getByText(text, { exact: true }).first().waitFor();

describe('photos of sales reps', () => {
  it('are added one by one, and once for each rep', async () => {
    const { page } = admin;
    await page.goto('/rep-photos');
    await says('No photos found');
    await look(page, 'rep-photos-empty');
    await page.getByRole('button', { name: 'Add photo' }).first().click();
    const form = dialog('Add photo');
    const upload = form.getByRole('button', { name: 'Upload', exact: true });
    await upload.click();
    await says('Please select a file and enter an email');
    const add = async () => {
      await form.locator('input[type=file]').setInputFiles(await portrait('maya.jpg', '#d7e3f4'));
      await form.getByLabel('Rep email').fill('maya@example.com');
      await form.getByLabel('Rep name').fill('Maya Chen');
    };
    await add();
    await form.getByText(/^\d+\.\d KB$/).waitFor();
    await upload.click();
    await says('Photo uploaded successfully');
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open the photo of Maya Chen' }).waitFor();
    await page.getByRole('button', { name: 'Add photo' }).click();
    await add();
    await upload.click();
    await says('Photo already exists for this email. Enable "Replace existing" to overwrite.');
    await form.getByLabel('Replace existing').click({ force: true });
    await upload.click();
    await says('Photo uploaded successfully');
    await form.waitFor({ state: 'detached' });
  });

  it('are added by many at once, and by a list of addresses', async () => {
    const { page } = admin;
    await choose('Bulk upload');
    const bulk = dialog('Bulk upload');
    await bulk
      .locator('input[type=file]')
      .setInputFiles([await portrait('sam@example.com.jpg', '#fde2c8'), await large()]);
    await bulk.getByRole('button', { name: 'Upload all' }).click();
    await says('Please select files and provide email for each');
    await bulk.getByLabel('Email for photo.png').fill('ana@example.com');
    await look(page, 'rep-photos-bulk');
    await bulk.getByRole('button', { name: 'Upload all' }).click();
    await says('Bulk upload completed');
    await bulk.getByText('Successful: 2. Failed: 0. Skipped: 0.').waitFor();
    await bulk.getByRole('button', { name: 'Close', exact: true }).last().click();
    await choose('CSV upload');
    const csv = dialog('CSV upload');
    await csv.getByRole('button', { name: 'Upload CSV' }).click();
    await says('Please select a CSV file');
    const file = (text: string) => ({ name: 'reps.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const input = csv.locator('input[type=file]');
    await input.setInputFiles(file(' '));
    await says('CSV file is empty');
    await input.setInputFiles(file('Rep name,Email,Photo\n"Luis,luis@example.com,x\n'));
    await says('Failed to parse CSV');
    await input.setInputFiles(file('Rep name,Email,Photo\n'));
    await says('No data rows found in CSV file');
    await input.setInputFiles(file('Rep name,Email,Picture\nLuis Ortega,luis@example.com,x'));
    await csv.getByText('Please map all required columns (Name, Email, Photo URL)').waitFor();
    expect(await csv.getByRole('button', { name: 'Upload CSV' }).isDisabled()).toBe(true);
    await input.setInputFiles(
      file(
        'Rep name,Email,Photo link\nLuis Ortega,luis@example.com,https://pictures.dealbell.test/portrait.jpg\nNo One,no@example.com,https://10.0.0.1/x.jpg',
      ),
    );
    await csv.getByRole('cell', { name: 'Luis Ortega' }).waitFor();
    await csv.getByRole('button', { name: 'Upload CSV' }).click();
    await says('CSV upload completed');
    await csv.getByText('Successful: 1. Failed: 1. Skipped: 0.').waitFor();
    await look(page, 'rep-photos-csv');
    await csv.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('button', { name: 'Open the photo of Luis Ortega' }).waitFor();
    await look(page, 'rep-photos');
  });

  it('are found by email, cropped by hand and used in a project', async () => {
    const { page } = admin;
    await choose('Find Photo by Email');
    const find = dialog('Find Photo by Email');
    const search = find.getByRole('button', { name: 'Find photo' });
    await search.click();
    await says('Please enter an email address');
    await find.getByLabel('Email').fill('nobody@example.com');
    await search.click();
    await says('No photo found for this email address');
    await find.getByLabel('Email').fill('Maya@example.com');
    await search.click();
    await says('Photo found!');
    const preview = dialog('Maya Chen');
    await preview.getByText(/^\d+\.\d KB$/).waitFor();
    await preview.getByRole('slider', { name: 'Closer' }).press('End');
    await preview.getByRole('button', { name: 'Apply' }).click();
    await preview.getByRole('button', { name: 'Centre by itself' }).waitFor();
    await look(page, 'rep-photos-preview');
    await preview.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: 'Lobby' }).click();
    await preview.getByRole('button', { name: 'Use in Project' }).click();
    await page.waitForURL('**/content-creator/prj_*');
    await page.getByRole('tab', { name: 'Reps' }).click();
    await page.getByLabel('Search rep photos').fill('luis');
    await page.getByRole('button', { name: 'Add Maya Chen to the canvas' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add Luis Ortega to the canvas' }).click();
    await says('Luis Ortega added to canvas');
    await look(page, 'rep-photos-editor', 'load');
  });

  it('are celebrated by a video, and every use is counted', async () => {
    const { page } = admin;
    await page.goto('/rep-photos');
    await page.getByRole('button', { name: 'Generate Celebration Video' }).click();
    const video = dialog('Generate Celebration Video');
    await video.getByRole('button', { name: 'Generate video' }).click();
    await says('Please enter a sales rep email');
    await video.getByLabel('Sales rep email').fill('maya@example.com');
    await video.getByLabel('Company name').fill('Hartwell Homes');
    await video.getByRole('button', { name: 'Generate video' }).click();
    await page.getByText('Celebration video generated successfully!').waitFor({ timeout: 55_000 });
    const address = await video.getByRole('link', { name: 'Download the video' }).getAttribute('href');
    const made = Buffer.from(await (await fetch(address!)).arrayBuffer());
    expect(made.toString('latin1', 4, 8)).toBe('ftyp');
    await video.getByText(/made in \d+\.\d s/).waitFor();
    await look(page, 'rep-photos-video');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Usage Statistics' }).click();
    const usage = dialog('Usage Statistics');
    await usage.getByText(/^Maya Chen, \d/).waitFor();
    await look(page, 'rep-photos-usage');
    await page.keyboard.press('Escape');
    await choose('Upload History');
    await dialog('Upload History').getByText('Replacement', { exact: true }).first().waitFor();
    await look(page, 'rep-photos-history');
    await page.keyboard.press('Escape');
  });

  it('have a fallback, are deleted when somebody is sure, and leave what is an admin’s to admins', async () => {
    const { page } = admin;
    await choose('Fallback photo');
    const fallback = dialog('Fallback photo');
    await fallback.locator('input[type=file]').setInputFiles(await portrait('any.jpg', '#cbd5e1'));
    await fallback.getByRole('button', { name: 'Set fallback photo' }).click();
    await says('Fallback photo set successfully');
    await page.getByRole('button', { name: 'Open the photo of ana@example.com' }).click();
    await dialog('ana@example.com').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete photo' }).click();
    await says('Photo deleted successfully');
    await page
      .getByRole('button', { name: 'Open the photo of ana@example.com' })
      .waitFor({ state: 'detached' });
    const agent = await visit(product.origin);
    await signInOn(agent.page, 'agent');
    await agent.page.goto('/rep-photos');
    await agent.page.getByRole('button', { name: 'Open the photo of Maya Chen' }).waitFor();
    expect(await agent.page.getByRole('button', { name: 'Usage Statistics' }).count()).toBe(0);
    expect([...admin.problems, ...agent.problems]).toEqual([]);
  });

  it('are centred on a face, which is found in the browser', async () => {
    const { page } = admin;
    await page.goto('/rep-photos');
    await page.getByRole('button', { name: 'Add photo' }).first().click();
    const form = dialog('Add photo');
    // Six people; the nearest of them has the largest face.
    await form.locator('input[type=file]').setInputFiles(samplePhoto);
    await form.getByLabel('Rep email').fill('six@example.com');
    await form.getByLabel('Rep name').fill('Six People');
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const caller = await product.signIn('admin');
    const { crop } = await caller.ask<RepPhoto>('GET', '/sales-rep-photos/by-email?email=six@example.com');
    expect(crop!.zoom).toBeGreaterThan(1.5);
    const faces = [1238, 1593, 330, 720, 993].map((x) => x / 1920);
    expect(Math.min(...faces.map((x) => Math.abs(x - crop!.x)))).toBeLessThan(0.03);
    await page.getByRole('button', { name: 'Open the photo of Six People' }).click();
    const preview = dialog('Six People');
    await preview.getByRole('button', { name: 'Centre by itself' }).click();
    await preview.getByRole('button', { name: 'Centre by itself' }).and(page.locator(':enabled')).waitFor();
    await look(page, 'rep-photos-face');
    // Found again in the photo as it is kept, which was written anew.
    const { crop: again } = await caller.ask<RepPhoto>(
      'GET',
      '/sales-rep-photos/by-email?email=six@example.com',
    );
    for (const name of ['x', 'y', 'zoom'] as const) expect(again![name]).toBeCloseTo(crop![name], 1);
  });

  it('ask whoever is not signed in to sign in, and bring them back', async () => {
    const { page, problems } = await visit(product.origin);
    await page.goto('/rep-photos');
    await page.getByText('Please log in to view sales rep photos').waitFor();
    await look(page, 'rep-photos-signed-out');
    await page.getByRole('link', { name: 'Login Required' }).click();
    await page.getByText('Please log in to continue').waitFor();
    await page.getByLabel('Username').fill('agent');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/rep-photos');
    await page.getByRole('button', { name: 'Open the photo of Maya Chen' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('say in words what the server refuses, and end with the session', async () => {
    const { page } = await visit(product.origin);
    await signInOn(page, 'agent');
    await page.goto('/rep-photos');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Find Photo by Email' }).click();
    const find = page.getByRole('dialog', { name: 'Find Photo by Email' });
    await find.getByLabel('Email').fill('maya@example.com');
    const answers = async (status: number, sentence: string) => {
      await page.route('**/api/sales-rep-photos/by-email**', (route) =>
        route.fulfill({ status, json: { error: 'Said by the server.', code: 'refused' } }),
      );
      await find.getByRole('button', { name: 'Find photo' }).click();
      await page.getByText(sentence, { exact: true }).first().waitFor();
      await page.unroute('**/api/sales-rep-photos/by-email**');
    };
    await answers(403, 'Access denied. You do not have permission for this action.');
    await answers(429, 'Too many requests. Please try again later.');
    await answers(400, 'Said by the server.');
    await page.keyboard.press('Escape');
    // As where somebody else has deleted it meanwhile.
    await page.getByRole('button', { name: 'Add photo' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add photo' });
    await form.locator('input[type=file]').setInputFiles(await portrait('zoe.jpg', '#e8d7f4'));
    await form.getByLabel('Rep email').fill('zoe@example.com');
    await form.getByLabel('Rep name').fill('Zoe Hart');
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open the photo of Zoe Hart' }).click();
    const preview = page.getByRole('dialog', { name: 'Zoe Hart' });
    await preview.getByRole('button', { name: 'Delete' }).click();
    await page.route('**/api/sales-rep-photos/rph_**', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 404, json: { error: 'The photo was not found.', code: 'not_found' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Delete photo' }).click();
    await page.getByText('Resource not found', { exact: true }).first().waitFor();
    // Rights that are taken away while a form is open: the form says so, whatever it would have sent.
    await page.goto('/rep-photos');
    await page.getByRole('button', { name: 'Add photo' }).first().click();
    await form.locator('input[type=file]').setInputFiles(await portrait('kim.jpg', '#d7f4e3'));
    await form.getByLabel('Rep email').fill('kim@example.com');
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user')!);
      localStorage.setItem('user', JSON.stringify({ ...user, permissions: { 'repPhotos.add': false } }));
      dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    });
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('You do not have permission for this action', { exact: true }).first().waitFor();
    await page.context().close();

    const { page: late } = await visit(product.origin);
    await signInOn(late, 'agent');
    await late.goto('/rep-photos');
    await late.getByRole('button', { name: 'Open the photo of Maya Chen' }).waitFor();
    await late.route('**/api/**', (route) =>
      route.fulfill({ status: 401, json: { error: 'Gone.', code: 'unauthorized' } }),
    );
    await late.getByLabel('Search rep photos').fill('maya');
    await late.waitForURL('**/login**');
    await late.getByText('Your session has expired. Please log in again.').waitFor();
  });
});
